// Parses robots.txt files like Google's published parser (google/robotstxt), including the misspellings that it
// accepts. If the result differs from RFC 9309, Google's parser differs in the same way. A file has one Latin-1
// character per byte, because rules are compared byte by byte.

/** The rules of a robots.txt for one agent. */
export interface RobotsRules {
  isAllowed(url: string): boolean
  /** Delay between two requests, in seconds. Undefined if the file requests no delay. */
  crawlDelay: number | undefined
}

interface Group {
  rules: { isAllowing: boolean; pattern: string }[]
  crawlDelay: number | undefined
}

/**
 * Longer lines are cut. This is the limit of Google's parser: eight times the longest URL of some browsers, minus one
 * byte for the end of the line.
 */
const maxLineBytes = 2_083 * 8 - 1

/**
 * Returns the rules of all groups that name the agent. If no group names it, returns the rules for all agents. `agent`
 * is a product token, compared ignoring case.
 */
export function readRobotsRules(robots: string, agent: string): RobotsRules {
  const [own, forAll] = [createGroup(), createGroup()]
  let isNamed = false
  let current: Group | undefined
  let isInGroupHead = false
  for (const line of splitLines(robots)) {
    const [key, value] = splitLine(line)
    if (key === 'user-agent') {
      if (!isInGroupHead) current = undefined
      isInGroupHead = true
      if (isForAll(value)) current ??= forAll
      else if (toProductToken(value) === agent.toLowerCase()) {
        current = own
        isNamed = true
      }
    } else if (key !== undefined) {
      // Any other line ends the list of agents, even if its key is unknown.
      isInGroupHead = false
      if (current !== undefined) addLine(current, key, value)
    }
  }
  const { rules, crawlDelay } = isNamed ? own : forAll
  return { isAllowed: (url) => isAllowedBy(rules, toPathAndQuery(url)), crawlDelay }
}

function createGroup(): Group {
  return { rules: [], crawlDelay: undefined }
}

/** Splits the file into lines, without the byte order mark, even if the mark is incomplete. */
function splitLines(robots: string): string[] {
  return robots.replace(/^\u00ef(?:\u00bb\u00bf?)?/, '').split(/\r\n|\r|\n/)
}

type LineKey = 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'other'

/** Beginnings of keys, including the misspellings that Google accepts. */
const keys: readonly (readonly [RegExp, LineKey])[] = [
  [/^user[- ]?agent/i, 'user-agent'],
  [/^allow/i, 'allow'],
  [/^(?:diss?allow|diss?alow|diasllow|disallaw)/i, 'disallow'],
  [/^crawl-?delay/i, 'crawl-delay'],
]

/**
 * Returns the key and value of a line. The key is undefined if the line has no key, for example a comment. In a line of
 * two words, the colon can be missing.
 */
function splitLine(line: string): [key: LineKey | undefined, value: string] {
  const text = trimAscii(line.slice(0, maxLineBytes).replace(/#.*/, ''))
  const found = /^([^:]*):(.*)$/.exec(text) ?? /^([^ \t]+)[ \t]+([^ \t]+)$/.exec(text)
  const name = trimAscii(found?.[1] ?? '')
  if (name === '') return [undefined, '']
  return [keys.find(([pattern]) => pattern.test(name))?.[1] ?? 'other', trimAscii(found?.[2] ?? '')]
}

/** Removes only ASCII white space, because `String.trim` could also remove a byte of a longer character. */
function trimAscii(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text, start)) start += 1
  while (end > start && isSpace(text, end - 1)) end -= 1
  return text.slice(start, end)
}

function isSpace(text: string, at: number): boolean {
  return ' \t\v\f'.includes(text.charAt(at))
}

function isForAll(value: string): boolean {
  return /^\*(?:\s|$)/.test(value)
}

/**
 * Returns the product token at the beginning of the value, in lower case. The token ends before the first character
 * that it can't contain.
 */
function toProductToken(value: string): string {
  return (/^[a-z_-]*/i.exec(value)?.[0] ?? '').toLowerCase()
}

function addLine(group: Group, key: LineKey, value: string): void {
  if (key === 'crawl-delay') {
    const delay = Number(value)
    if (value !== '' && delay >= 0) group.crawlDelay ??= delay
  } else if (key === 'allow' || key === 'disallow') {
    const [isAllowing, pattern] = [key === 'allow', toComparedPath(value)]
    if (pattern !== '') group.rules.push({ isAllowing, pattern })
    // A rule that allows the index page of a folder also allows the folder's address.
    const slash = pattern.lastIndexOf('/')
    if (isAllowing && pattern.startsWith('/index.htm', slash)) group.rules.push({ isAllowing, pattern: `${pattern.slice(0, slash + 1)}$` })
  }
}

/** Percent-encodes non-ASCII characters, and writes percent-encoded octets in capitals. Other octets stay unchanged. */
function toComparedPath(path: string): string {
  return path
    .replace(/[\u0080-\u00ff]/g, (octet) => `%${octet.charCodeAt(0).toString(16)}`)
    .replace(/%[0-9a-f]{2}/gi, (encoded) => encoded.toUpperCase())
}

/** Returns the path and query of a URL, encoded like the patterns (`toComparedPath`). */
function toPathAndQuery(url: string): string {
  const { pathname, search } = new URL(url)
  return toComparedPath(pathname + search)
}

/**
 * Returns whether the rules allow the path. The longest pattern that matches decides. If an allowing and a disallowing
 * pattern are equally long, the path is allowed.
 */
function isAllowedBy(rules: Group['rules'], path: string): boolean {
  const longest = { allowing: 0, disallowing: 0 }
  for (const { isAllowing, pattern } of rules) {
    const which = isAllowing ? 'allowing' : 'disallowing'
    if (pattern.length > longest[which] && isMatch(pattern, path)) longest[which] = pattern.length
  }
  return longest.disallowing <= longest.allowing
}

/**
 * Returns whether the pattern matches the beginning of the path. `*` matches any octets. `$` at the end of the pattern
 * matches the end of the path. Each part between stars is searched once, from the left, so that no file takes long to
 * compare.
 */
function isMatch(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  const last = isWhole ? others.pop() : undefined
  let end = first.length
  for (const part of others) {
    const at = path.indexOf(part, end)
    if (at === -1) return false
    end = at + part.length
  }
  if (!isWhole) return true
  return last === undefined ? end === path.length : path.length - last.length >= end && path.endsWith(last)
}
