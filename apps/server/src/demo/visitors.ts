// The visitors of the demo's links. They come from a seeded sequence, so two demos have the same visitors.

export interface Visitor {
  headers: Record<string, string>
  isBot: boolean
}

export type Random = () => number

/** Creates a sequence of numbers from 0 to 1, which is the same for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const browsers: readonly [weight: number, userAgent: string][] = [
  [
    34,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
  ],
  [26, 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'],
  [14, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'],
  [8, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15'],
  [6, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0'],
  [5, 'Mozilla/5.0 (iPad; CPU OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'],
  [
    4,
    'Mozilla/5.0 (Linux; Android 16; SM-S938B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/140.0.0.0 Mobile Safari/537.36',
  ],
  [3, 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0'],
]

const bots = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
]

const referrers = [
  'https://www.youtube.com/',
  'https://www.instagram.com/',
  'https://www.tiktok.com/',
  'https://t.co/',
  'https://mia-reviews.example/best-desks',
  '',
]

/** The first two bytes of addresses in countries with many readers of English. */
const networks = [
  '24.5',
  '73.15',
  '98.207',
  '68.3',
  '107.77',
  '86.12',
  '81.2',
  '2.24',
  '91.64',
  '84.140',
  '80.187',
  '90.3',
  '82.64',
  '24.48',
  '70.24',
  '1.128',
  '49.176',
  '213.93',
  '85.24',
  '88.2',
  '79.20',
  '49.37',
  '126.10',
  '177.32',
]

const dayMs = 86_400_000
const returningShare = 0.22

/**
 * Returns a function that takes the time of a visit, in milliseconds since 1970, and returns its visitor. Times must
 * not decrease. Most visits have a new visitor, and the others have an earlier visitor of the same UTC day.
 */
export function createVisitors(random: Random): (at: number) => Visitor {
  let today = 0
  let visitors: Visitor[] = []
  return (at) => {
    const day = Math.floor(at / dayMs)
    if (day !== today) visitors = []
    today = day
    const known = random() < returningShare ? visitors[Math.floor(random() * visitors.length)] : undefined
    if (known !== undefined) return known
    const visitor = createVisitor(random)
    if (!visitor.isBot) visitors.push(visitor)
    return visitor
  }
}

/** Creates a random visitor. One in twenty is a bot. The first networks and user agents are the most frequent. */
function createVisitor(random: Random): Visitor {
  const isBot = random() < 0.05
  const ip = `${networks[Math.floor(random() ** 1.6 * networks.length)]}.${Math.floor(random() * 250) + 1}.${Math.floor(random() * 250) + 1}`
  const referrer = referrers[Math.floor(random() ** 1.4 * referrers.length)] ?? ''
  const userAgent = isBot ? (bots[Math.floor(random() * bots.length)] ?? '') : chooseWeighted(browsers, random)
  const headers = { 'user-agent': userAgent, 'x-forwarded-for': ip, 'accept-language': 'en-US,en;q=0.9' }
  return { isBot, headers: referrer === '' ? headers : { ...headers, referer: referrer } }
}

/** Returns one of the values, with a probability in proportion to its weight. Throws if there are no choices. */
export function chooseWeighted<Value>(choices: readonly (readonly [weight: number, value: Value])[], random: Random): Value {
  const last = choices.at(-1)
  if (last === undefined) throw new Error('There is nothing to choose from')
  let left = random() * choices.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, value] of choices) {
    left -= weight
    if (left < 0) return value
  }
  return last[1] // Reached only after a rounding error.
}
