import type { DeviceKind } from '@linkshelf/contract'
import Bowser from 'bowser'
import { browserNamed, systemNamed } from './device-names.ts'
import { memoizeByUserAgent } from './user-agent-cache.ts'

/** Each word is empty when nothing is said. */
export interface Device {
  device: DeviceKind | ''
  browser: string
  os: string
}

/** What a User-Agent says of itself. An iPad that asks for desktop pages can't be told from a Mac, nor Brave from Chrome. */
export const deviceOf: (userAgent: string) => Device = memoizeByUserAgent(readAgent)

function readAgent(userAgent: string): Device {
  if (userAgent.trim() === '') return { device: '', browser: '', os: '' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  return {
    device: kindOf(userAgent, platform.type),
    browser: browserNamed(userAgent) ?? shortName(browser.name),
    os: systemNamed(userAgent) ?? os.name ?? '',
  }
}

/** The first that fits is the kind: where these words stand, the parser's guess is wrong. */
const kinds: readonly [RegExp, DeviceKind][] = [
  [/PlayStation|Xbox|Nintendo/i, 'console'],
  [/SmartTV|GoogleTV|BRAVIA|\bRoku|CrKey|HbbTV|NetCast|Web0S|\bTV\b/i, 'tv'],
  [/\bAFT[A-Z]/, 'tv'], // Fire TV
  // Watches, headsets, cars
  [/\bSM-R\d|\b(?:Smart|Zen)?Watch\b|\bVR\b|\bTesla\b|\bBYD AUTO\b/, 'other'],
  [/\biPad\b|\b(?:Mi|Xiaomi|Redmi) ?Pad|\bKindle\//i, 'tablet'],
  [/\bCrOS\b/, 'desktop'],
  [/Opera Mini/, 'phone'],
]

function kindOf(userAgent: string, parsed: string | undefined): DeviceKind {
  const kind = kinds.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (kind !== undefined) return kind
  const isMobile = /\bMobile\b/.test(userAgent)
  if (/\bHarmonyOS\b/.test(userAgent)) return isMobile ? 'phone' : 'tablet'
  if (parsed === 'mobile') return 'phone'
  if (parsed === 'tablet' || parsed === 'desktop' || parsed === 'tv') return parsed
  return isMobile ? 'phone' : 'other'
}

// Where the parser knows no browser it gives back the visitor's own words, which are no name to show to anybody.
const knownNames = new Set(Object.values(Bowser.BROWSER_MAP))

/** What people call it, where the parser is formal. */
function shortName(browser: string | undefined): string {
  if (browser === undefined || !knownNames.has(browser)) return ''
  return browser.replace(/^Microsoft /, '').replace(/ for Android$/, '')
}
