// Reads a robots.txt as Google's published parser does (google/robotstxt), typing errors of owners included. It follows
// RFC 9309 where the two agree. A file is Latin-1, one character for each byte, as its rules are compared.

/** The rules of a robots.txt for one agent. */
export interface RobotsRules {
  isAllowed(url: string): boolean
  /** In seconds; undefined where the file asks for none. */
  crawlDelay: number | undefined
}

interface Group {
  rules: { isAllowing: boolean; pattern: string }[]
  crawlDelay: number | undefined
}

/** Longer lines are cut: eight times the longest URL of some browsers, and its end. */
const maxLineBytes = 2_083 * 8 - 1

/**
 * Returns the rules of every group that names the agent, or else of those for all agents. `agent` is a product token,
 * compared without regard to case.
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
      // Any other line ends the list of agents, an unknown one too.
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

/** A byte order mark is skipped, also a part of one. */
function splitLines(robots: string): string[] {
  return robots.replace(/^\u00ef(?:\u00bb\u00bf?)?/, '').split(/\r\n|\r|\n/)
}

type LineKey = 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'other'

/** The beginnings of keys, with those misspellings that Google reads. */
const keys: readonly (readonly [RegExp, LineKey])[] = [
  [/^user[- ]?agent/i, 'user-agent'],
  [/^allow/i, 'allow'],
  [/^(?:diss?allow|diss?alow|diasllow|disallaw)/i, 'disallow'],
  [/^crawl-?delay/i, 'crawl-delay'],
]

/** Returns no key for a line that says nothing. A line of two words may lack its colon. */
function splitLine(line: string): [key: LineKey | undefined, value: string] {
  const text = trimAscii(line.slice(0, maxLineBytes).replace(/#.*/, ''))
  const found = /^([^:]*):(.*)$/.exec(text) ?? /^([^ \t]+)[ \t]+([^ \t]+)$/.exec(text)
  const name = trimAscii(found?.[1] ?? '')
  if (name === '') return [undefined, '']
  return [keys.find(([pattern]) => pattern.test(name))?.[1] ?? 'other', trimAscii(found?.[2] ?? '')]
}

/** Removes the white space of ASCII alone: `String.trim` removes a byte of a longer character too. */
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

/** A name ends where a character is that it must not have. */
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
    // A folder whose index page is allowed is allowed itself.
    const slash = pattern.lastIndexOf('/')
    if (isAllowing && pattern.startsWith('/index.htm', slash)) group.rules.push({ isAllowing, pattern: `${pattern.slice(0, slash + 1)}$` })
  }
}

/** Percent-encodes what is not ASCII, and writes percent-encoded octets in capitals. Other octets stay as they are. */
function toComparedPath(path: string): string {
  return path
    .replace(/[\u0080-\u00ff]/g, (octet) => `%${octet.charCodeAt(0).toString(16)}`)
    .replace(/%[0-9a-f]{2}/gi, (encoded) => encoded.toUpperCase())
}

/** Path and query of a URL. */
function toPathAndQuery(url: string): string {
  const { pathname, search } = new URL(url)
  return toComparedPath(pathname + search)
}

/** The longest pattern that matches decides; of two equally long ones, the one that allows. */
function isAllowedBy(rules: Group['rules'], path: string): boolean {
  const longest = { allowing: 0, disallowing: 0 }
  for (const { isAllowing, pattern } of rules) {
    const which = isAllowing ? 'allowing' : 'disallowing'
    if (pattern.length > longest[which] && isMatch(pattern, path)) longest[which] = pattern.length
  }
  return longest.disallowing <= longest.allowing
}

/**
 * Returns whether the pattern matches the beginning of the path: `*` any octets, and `$` at its end the end of the
 * path. Each part between stars is searched once, from the left, so that no file takes long to compare.
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
