/**
 * Writes a regular expression that ignores case as one that has both cases of each letter: JSON Schema has no flags, so
 * that `^#[0-9a-f]{6}$` would reject `#089B71`. Throws for syntax whose letters have a meaning it does not know.
 */
export function toCaseInsensitiveSource({ source }: RegExp): string {
  const parts = /\\(?<escaped>[^pPxuck\d])|\[\^?(?<class>(?:\\.|[^\]\\])*)\]|(?<letter>[A-Za-z])|\((?:\?[:=!]|(?!\?))|[^\\[\]A-Za-z(]/gy
  let written = ''
  let end = 0
  for (const { 0: part, index, groups = {} } of source.matchAll(parts)) {
    end = index + part.length
    if (groups.letter !== undefined) written += `[${toBothCases(groups.letter)}]`
    else if (groups.class !== undefined) written += part.replace(groups.class, () => expandCharacterClass(groups.class ?? ''))
    else written += part
  }
  if (end !== source.length) throw new Error(`Not a pattern that can be written for both cases: ${source}`)
  return written
}

/** `a-f` as `a-fA-F`; escapes such as `\d` stay. */
function expandCharacterClass(characters: string): string {
  return characters.replace(/\\.|[a-z]-[a-z]|[A-Z]-[A-Z]|[A-Za-z]/g, (part) => (part.startsWith('\\') ? part : toBothCases(part)))
}

function toBothCases(letters: string): string {
  return `${letters.toLowerCase()}${letters.toUpperCase()}`
}

/** Returns the JSON schema of a text with patterns that match what these regular expressions match. */
export function toPublishedPattern<Json extends object>(json: Json, patterns: readonly RegExp[]): Json {
  if (!('pattern' in json)) return json
  const pattern = patterns.find(({ source, ignoreCase }) => ignoreCase && source === json.pattern)
  return pattern === undefined ? json : { ...json, pattern: toCaseInsensitiveSource(pattern) }
}
