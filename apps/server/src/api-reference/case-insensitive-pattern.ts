/**
 * Rewrites a regular expression that ignores case: each letter becomes a class of both cases. JSON Schema has no flags,
 * so the published pattern `^#[0-9a-f]{6}$` would reject `#089B71`. Throws if the expression has syntax in which
 * letters have another meaning.
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

/** Turns `a-f` into `a-fA-F`. Escapes such as `\d` do not change. */
function expandCharacterClass(characters: string): string {
  return characters.replace(/\\.|[a-z]-[a-z]|[A-Z]-[A-Z]|[A-Za-z]/g, (part) => (part.startsWith('\\') ? part : toBothCases(part)))
}

function toBothCases(letters: string): string {
  return `${letters.toLowerCase()}${letters.toUpperCase()}`
}

/**
 * Returns the JSON schema of a text. If its pattern comes from one of `patterns` that ignores case, the returned
 * pattern matches both cases.
 */
export function toPublishedPattern<Json extends object>(json: Json, patterns: readonly RegExp[]): Json {
  if (!('pattern' in json)) return json
  const pattern = patterns.find(({ source, ignoreCase }) => ignoreCase && source === json.pattern)
  return pattern === undefined ? json : { ...json, pattern: toCaseInsensitiveSource(pattern) }
}
