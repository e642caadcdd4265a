// Code in an address, behind the #, which no browser sends anywhere.

export const MOST_BYTES = 200_000;

const FORMAT = "deflate-raw";
const PIECE = 1024; // of what a stranger packed: each may become a thousand times as long

/** The part of an address that holds this code. */
export async function toFragment(code) {
  const packed = await through(new CompressionStream(FORMAT), new TextEncoder().encode(code));
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return `#code=${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The code that an address holds; null where it holds none that can be read, or more than an editor holds. */
export async function fromFragment(fragment) {
  const [, text] = /^#code=([\w-]+)$/.exec(fragment) ?? [];
  if (!text) return null;
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(new DecompressionStream(FORMAT), packed, MOST_BYTES));
  } catch {
    return null;
  }
}

async function through(stream, bytes, most = Infinity) {
  const parts = [];
  let size = 0;
  const reader = inPieces(bytes).pipeThrough(stream).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw new RangeError("too long");
    }
    parts.push(read.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function inPieces(bytes) {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, (at += PIECE)));
    },
  });
}
