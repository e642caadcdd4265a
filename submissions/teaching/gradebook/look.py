"""The look of a name: the same for names that readers would take for each other."""

import unicodedata

from submissions.tables.name_key import name_key

_LOOKS = """
    aΑАαɑаᴀ bΒВβвЬʙ cϹСсᴄ dԁᴅ eΕЕεеᴇ fꜰ gɡցɢ hΗНнһհʜ iΙІıіιɪ jЈјᴊ kΚКκкᴋ lӏʟ mΜМмᴍ nΝոɴ oΟОοоᴏ pΡРρрᴘ
    qԛ rгʀ sЅѕꜱ tΤТτтᴛ uυᴜ vνѵᴠ wԝᴡ xΧХχх yΥУγуүʏ zΖζᴢ
"""  # noqa: RUF001 - what is taken for a Latin letter is meant
_LATIN = {ord(each): look[0] for look in _LOOKS.split() for each in look[1:]}
"""Greek, Cyrillic, Armenian and small capital letters that look like a Latin one."""
_THIN = str.maketrans("i10", "llo")


def look(name: str) -> str:
    """Return the letters of its words in any order: `Lovelace, Ada` looks like `Ada L0velace`."""
    latin = unicodedata.normalize("NFKD", name).translate(_LATIN)
    return "".join(sorted(name_key(latin).translate(_THIN).split()))
