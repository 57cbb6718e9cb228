import Bowser from 'bowser'

export interface Device {
  device: 'desktop' | 'phone' | 'tablet' | 'tv' | 'console' | 'other' | ''
  browser: string
  os: string
}

const cacheMax = 5_000
const seen = new Map<string, Device>()

/** What a User-Agent says of itself. A few thousand of them make up nearly all traffic, so answers are remembered. */
export function deviceOf(userAgent: string): Device {
  if (userAgent.trim() === '') return { device: '', browser: '', os: '' }
  const known = seen.get(userAgent)
  if (known) return known
  if (seen.size >= cacheMax) seen.clear()
  const device = readAgent(userAgent)
  seen.set(userAgent, device)
  return device
}

const consoles = /PlayStation|Xbox|Nintendo/i
const televisions =
  /SMART-TV|SmartTV|Smart TV|AppleTV|Apple TV|GoogleTV|Android TV|BRAVIA|AFT[A-Z]|\bRoku|CrKey|HbbTV|NetCast|Web0S|webOS\.TV|\bTV\b/i

function readAgent(userAgent: string): Device {
  const { browser, os, platform } = Bowser.parse(userAgent)
  return { device: kindOf(userAgent, platform.type), browser: browserIn(userAgent) ?? shortName(browser.name ?? ''), os: os.name ?? '' }
}

function kindOf(userAgent: string, platform: string | undefined): Device['device'] {
  if (consoles.test(userAgent)) return 'console'
  if (televisions.test(userAgent)) return 'tv'
  if (platform === 'mobile') return 'phone'
  if (platform === 'tablet' || platform === 'desktop' || platform === 'tv') return platform
  return /\bCrOS\b/.test(userAgent) ? 'desktop' : 'other'
}

/** What people call it, where the parser is formal. */
function shortName(browser: string): string {
  return browser.replace(/^Microsoft /, '').replace(/ for Android$/, '')
}

/** Browsers inside apps, where most clicks on shared links happen; to the parser they are the system's web view. */
const inApp: readonly [RegExp, string][] = [
  [/Instagram/, 'Instagram'],
  [/FBA[NV]|FB_IAB|FB4A/, 'Facebook'],
  [/musical_ly|BytedanceWebview|TikTok/i, 'TikTok'],
  [/Pinterest\//, 'Pinterest'],
  [/Snapchat/, 'Snapchat'],
  [/LinkedInApp/, 'LinkedIn'],
  [/Twitter for|TwitterAndroid/, 'X'],
  [/com\.google\.android\.youtube|YouTube\//, 'YouTube'],
  [/MicroMessenger/, 'WeChat'],
  [/\bLine\//, 'LINE'],
  [/\bGSA\//, 'Google app'],
]

function browserIn(userAgent: string): string | undefined {
  return inApp.find(([pattern]) => pattern.test(userAgent))?.[1]
}
