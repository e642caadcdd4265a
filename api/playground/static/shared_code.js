// Code in an address, behind the #, which no browser sends anywhere.

const FORMAT = "deflate-raw";

/** The part of an address that holds this code. */
export async function toFragment(code) {
  const packed = await through(new CompressionStream(FORMAT), new TextEncoder().encode(code));
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return `#code=${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The code that an address holds; null where it holds none that can be read. */
export async function fromFragment(fragment) {
  const [, text] = /^#code=([\w-]+)$/.exec(fragment) ?? [];
  if (!text) return null;
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(new DecompressionStream(FORMAT), packed));
  } catch {
    return null;
  }
}

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
