// The time zone of this browser stands first in a list of zones; where nobody has chosen one yet, it is chosen.

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const list of document.querySelectorAll("select[data-zones]")) {
  const option = [...list.options].find((each) => each.value === own);
  if (!option) continue;
  const chosen = list.value;
  list.prepend(option);
  list.value = list.dataset.zones === "choose" ? own : chosen;
}
