import type { DeviceKind } from '@linkshelf/contract'
import Bowser from 'bowser'
import { findBrowserName, findSystemName } from './browser-names.ts'
import { memoizeByUserAgent } from './user-agent-cache.ts'

/** A field is empty when the User-Agent doesn't say. */
export interface Device {
  device: DeviceKind | ''
  browser: string
  os: string
}

/**
 * Device, browser and system of a User-Agent. An iPad that requests desktop pages looks like a Mac,
 * and Brave like Chrome.
 */
export const parseUserAgent: (userAgent: string) => Device = memoizeByUserAgent(parseDevice)

function parseDevice(userAgent: string): Device {
  if (userAgent.trim() === '') return { device: '', browser: '', os: '' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  return {
    device: kindOf(userAgent, platform.type),
    browser: findBrowserName(userAgent) ?? shortName(browser.name),
    os: findSystemName(userAgent) ?? os.name ?? '',
  }
}

/** Patterns for which the parser's device type is wrong; the first that matches wins. */
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

// The parser returns a part of the User-Agent for an unknown browser, which must not be shown as a name.
const knownNames = new Set(Object.values(Bowser.BROWSER_MAP))

/** The everyday name: Edge rather than Microsoft Edge. */
function shortName(browser: string | undefined): string {
  if (browser === undefined || !knownNames.has(browser)) return ''
  return browser.replace(/^Microsoft /, '').replace(/ for Android$/, '')
}
