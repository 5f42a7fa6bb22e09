/**
 * Characters a person cannot see or that change the order of what they see: bidi controls, zero-width characters,
 * soft hyphens, other format and control characters; and letters that only look like ASCII (homoglyphs) inside a
 * word that is otherwise ASCII. They are shown by code, so that what is approved is what is read (UD10).
 */
export type TextPart = { kind: 'text'; text: string } | { kind: 'chip'; code: string; name: string };

/* oxlint-disable no-control-regex, no-misleading-character-class -- control and combining characters are what is looked for */
const hidden =
  /[\p{Cf}\p{Co}\u2028\u2029\u115F\u1160\u3164\uFFA0\u180B-\u180F\uFE00-\uFE0F]|[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]|[\u00A0\u2000-\u200A\u202F\u205F\u3000]/u;
/* oxlint-enable no-control-regex, no-misleading-character-class */
/** Cyrillic and Greek letters drawn like Latin ones, and fullwidth forms. */
const lookalike = /[аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅαονρτυικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ\uFF01-\uFF5E]/u;
const wordOrOther = /[\p{L}\p{N}_.-]+|[^\p{L}\p{N}_.-]+/gu;

export function splitInvisible(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let plain = '';
  const flush = () => {
    if (plain) parts.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (const [run] of text.matchAll(wordOrOther)) {
    const mixed = /[A-Za-z]/.test(run) && lookalike.test(run);
    for (const character of run) {
      if (hidden.test(character) || (mixed && lookalike.test(character))) {
        flush();
        const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
        parts.push({
          kind: 'chip',
          code,
          name: hidden.test(character) ? 'Invisible character' : `Looks like a Latin letter: ${character}`,
        });
      } else {
        plain += character;
      }
    }
  }
  flush();
  return parts.length > 0 ? parts : [{ kind: 'text', text: '' }];
}
