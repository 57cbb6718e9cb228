import { expect, it } from 'vitest'
import { fetchRobots, isAllowedByRobots } from './robots.ts'
import { readRobotsRules } from './robots-rules.ts'

/** Returns the file as it is stored, with one character per byte. */
const toLatin1 = (text: string) => Buffer.from(text).toString('latin1')

function listAllowed(robots: string, paths: readonly string[], agent = 'LampBot'): string[] {
  const { isAllowed } = readRobotsRules(toLatin1(robots), agent)
  return paths.filter((path) => isAllowed(new URL(path, 'https://shop.example').href))
}

/** Formats the rules of one group for the agent. */
const formatGroup = (...rules: string[]) => ['User-agent: LampBot', ...rules].join('\n')

it.each<[string, string, string[], string[]]>([
  ['allows everything without rules', '', ['/', '/lamp?a=1'], []],
  ['ignores lines with other keys', 'agent: LampBot\nforbid: /', ['/lamp'], []],
  ['reads two words without a colon', 'user-agent LampBot\ndisallow /', [], ['/lamp']],
  ['ignores three words without a colon', formatGroup('disallow /lamp /sofa'), ['/lamp', '/sofa'], []],
  ['ignores rules before the first agent', `disallow: /lamp\n${formatGroup('disallow: /sofa')}`, ['/lamp'], ['/sofa']],
  ['reads keys and agents ignoring case', 'USER-AGENT: lAmPbOt\nDiSaLlOw: /\nALLOW: /lamp', ['/lamp'], ['/sofa']],
  ['reads an agent up to its first space', 'User-agent: LampBot Images\nDisallow: /', [], ['/lamp']],
  ['reads an agent up to its version', 'User-agent: LampBot/2.1\nDisallow: /', [], ['/lamp']],
  ['ignores an agent whose name is longer', 'User-agent: LampBot-News\nDisallow: /', ['/lamp'], []],
  [
    'joins the groups of one agent',
    `${formatGroup('disallow: /a')}\nUser-agent: Other\nDisallow: /b\n${formatGroup('disallow: /c')}`,
    ['/b'],
    ['/a', '/c'],
  ],
  ['gives a group to each of its agents', 'User-agent: Other\nUser-agent: LampBot\n\nDisallow: /', [], ['/lamp']],
  ['ends the list of agents at any other line', 'User-agent: LampBot\nSitemap: /map.xml\nUser-agent: Other\nDisallow: /', ['/lamp'], []],
  [
    'prefers the group of the agent to the group for all agents',
    `User-agent: *\nDisallow: /a\n${formatGroup('disallow: /b')}`,
    ['/a'],
    ['/b'],
  ],
  ['prefers the group of the agent even if it has no rules', `User-agent: *\nDisallow: /\n${formatGroup('disallow:')}`, ['/a'], []],
  ['uses the group for all agents if no group names the agent', 'User-agent: * # every robot\nDisallow: /a', ['/b'], ['/a']],
  ['treats a star followed by words as all agents', 'User-agent: * robots\nDisallow: /a', ['/b'], ['/a']],
  ['does not treat a name that begins with a star as all agents', 'User-agent: *Bot\nDisallow: /', ['/a'], []],
  ['compares paths without ignoring case', formatGroup('disallow: /Lamp'), ['/lamp'], ['/Lamp', '/Lamps']],
  [
    'applies the longest rule at any position',
    formatGroup('disallow: /a/lamp', 'allow: /a', 'allow: /b/lamp', 'disallow: /b'),
    ['/a', '/b/lamp'],
    ['/a/lamp', '/b'],
  ],
  ['allows a path if two rules are equally long', formatGroup('disallow: /lamp', 'allow: /lamp'), ['/lamp'], []],
  ['compares the lengths of patterns, not of their matches', formatGroup('allow: /page', 'disallow: /*.html'), ['/page'], ['/page.html']],
  ['ignores empty rules', formatGroup('disallow: ', 'allow: '), ['/'], []],
  [
    'matches any characters at a star',
    formatGroup('disallow: /', 'allow: /fish*.php'),
    ['/fish.php', '/fishheads/cat.php?x'],
    ['/Fish.php', '/fish.PHP'],
  ],
  ['ends a pattern at a dollar', formatGroup('disallow: /', 'allow: /*.php$'), ['/a.php', '/b/a.php'], ['/a.php?x', '/a.php5', '/a.php/']],
  ['matches a dollar literally if it is not at the end', formatGroup('disallow: /', 'allow: /a$b'), ['/a$b'], ['/a']],
  ['matches the last part at the end only', formatGroup('disallow: /', 'allow: /*a*ab$'), ['/aab', '/ab/aab'], ['/ab', '/aab/']],
  ['allows only the root', formatGroup('allow: /$', 'disallow: /'), ['/'], ['/lamp']],
  ['compares the query too', formatGroup('disallow: /', 'allow: /a?to=http://b.example?c&d'), ['/a?to=http://b.example?c&d'], ['/a']],
  ['matches patterns only at the beginning of the path', formatGroup('disallow: lamp', 'disallow: /sofa'), ['/lamp', '/a/sofa'], ['/sofa']],
  [
    'allows a folder whose index page is allowed',
    formatGroup('allow: /a/index.html', 'disallow: /'),
    ['/a/', '/a/index.html'],
    ['/a/index.htm', '/a', '/b'],
  ],
  ['does not disallow a folder whose index page is disallowed', formatGroup('disallow: /a/index.html'), ['/a/'], ['/a/index.html']],
  ['percent-encodes non-ASCII characters', formatGroup('disallow: /', 'allow: /ツ'), ['/%E3%83%84', '/%e3%83%84', '/ツ'], ['/%E3%83']],
  ['compares percent-encoded octets ignoring case', formatGroup('disallow: /%e3%83%84'), ['/%E3'], ['/%E3%83%84', '/ツ']],
  ['does not decode percent-encoded characters', formatGroup('disallow: /%6Camp'), ['/lamp'], ['/%6Camp']],
  ['ends a line at a hash', formatGroup('disallow: /lamp#s', '# disallow: /sofa'), ['/sofa'], ['/lamps']],
  ['skips a byte order mark', `\uFEFF${formatGroup('disallow: /')}`, [], ['/lamp']],
  ['does not skip a byte order mark in the middle', `User-agent: LampBot\n\uFEFFDisallow: /lamp\nDisallow: /sofa`, ['/lamp'], ['/sofa']],
  ['splits lines at LF, CR and both', 'User-agent: LampBot\rDisallow: /a\r\nDisallow: /b\n\r\nDisallow: /c', ['/d'], ['/a', '/b', '/c']],
])('%s', (_title, robots, allowing, disallowing) => {
  expect(listAllowed(robots, [...allowing, ...disallowing])).toEqual(allowing)
})

it.each(['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'])('reads the misspelling %s', (name) => {
  expect(listAllowed(formatGroup(`${name}: /lamp`), ['/lamp', '/sofa'])).toEqual(['/sofa'])
})

it.each(['useragent', 'user agent', 'User-Agents'])('reads the misspelling %s', (name) => {
  expect(listAllowed(`${name}: LampBot\nDisallow: /lamp`, ['/lamp', '/sofa'])).toEqual(['/sofa'])
})

it('skips an incomplete byte order mark, but not a wrong one', () => {
  const file = formatGroup('disallow: /')
  const isAllowed = (mark: string) => readRobotsRules(`${mark}${file}`, 'LampBot').isAllowed('https://shop.example/lamp')
  expect(['\u00ef', '\u00ef\u00bb', '\u00ef\u00bb\u00bf', '\u00ef\u0011\u00bf'].map(isAllowed)).toEqual([false, false, false, true])
})

it('cuts lines that are longer than eight times the longest URL', () => {
  const long = `/x/${'a'.repeat(2_083 * 8 - 1 - 'disallow: /x/'.length)}`
  expect(listAllowed(formatGroup(`disallow: ${long}/b`), ['/x/', long, `${long}/c`])).toEqual(['/x/'])
})

it('reads up to 500 KiB of a file, and cuts a line at a NUL', async () => {
  const fill = `${'#'.repeat(1_023)}\n`
  const robots = async (text: string) => {
    const page = { status: 200, body: Buffer.from(text) }
    return (await fetchRobots(() => Promise.resolve(page as never), 'https://shop.example/', 'LampBot', new Date())).robots ?? ''
  }
  const isAllowed = (text: string) => isAllowedByRobots(text, 'https://shop.example/lamp', 'LampBot')
  const rule = `\n${formatGroup('disallow: /')}`
  expect(isAllowed(await robots(`${fill.repeat(499)}${rule}`))).toBe(false)
  expect(isAllowed(await robots(`${fill.repeat(500)}${rule}`))).toBe(true)
  expect(isAllowed(await robots(formatGroup('disallow: /lamp\0s')))).toBe(false)
})

it('returns the delay of the group that applies', () => {
  const delays = 'User-agent: *\nCrawl-delay: 5\nUser-agent: LampBot\nCrawl-delay: 0.5'
  const readDelay = (robots: string, agent: string) => readRobotsRules(robots, agent).crawlDelay
  expect([readDelay(delays, 'LampBot'), readDelay(delays, 'Other'), readDelay(formatGroup('Crawl-delay: soon'), 'LampBot')]).toEqual([
    0.5,
    5,
    undefined,
  ])
})
