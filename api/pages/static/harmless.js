// The HTML of a result comes from a worker in which a file of a stranger may have run: it may be that of the file. The policy of
// the page forbids scripts, styles and requests in it; what it does not forbid is left out here.

const FOREIGN = "meta, base, link, iframe, frame, object, embed, form";

/** The nodes of HTML, without other documents in them, parts of our forms, and links to other hosts. */
export function harmless(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const each of body.querySelectorAll(FOREIGN)) each.remove();
  for (const each of body.querySelectorAll("[form], [formaction]")) each.remove();
  for (const link of body.querySelectorAll("a, area"))
    for (const attribute of [...link.attributes])
      if (attribute.localName === "href" && !isOurs(attribute.value)) link.removeAttributeNode(attribute);
  return body.childNodes;
}

function isOurs(address) {
  try {
    return new URL(address, location.href).origin === location.origin;
  } catch {
    return false;
  }
}
