import type { DeviceKind } from '@linkshelf/contract'
import Bowser from 'bowser'
import { LRUCache } from 'lru-cache'
import { requestCaps } from '../journal/records/record-frame.ts'

/** A field is empty if the User-Agent does not reveal it. */
interface Device {
  device: DeviceKind | ''
  browser: string
  os: string
}

/**
 * Returns the device, browser and operating system. An iPad that requests desktop pages looks like a Mac, and Brave
 * looks like Chrome.
 */
export const parseUserAgent: (userAgent: string) => Device = memoizeByUserAgent(parseDevice)

function parseDevice(userAgent: string): Device {
  if (userAgent.trim() === '') return { device: '', browser: '', os: '' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  return {
    device: findDeviceKind(userAgent, platform.type),
    browser: findBrowserName(userAgent) ?? toShortName(browser.name),
    os: findSystemName(userAgent) ?? os.name ?? '',
  }
}

/** User-Agents for which the parser returns a wrong device type. The first matching pattern wins. */
const deviceKindPatterns: readonly [RegExp, DeviceKind][] = [
  [/PlayStation|Xbox|Nintendo/i, 'console'],
  [/SmartTV|GoogleTV|BRAVIA|\bRoku|CrKey|HbbTV|NetCast|Web0S|\bTV\b/i, 'tv'],
  [/\bAFT[A-Z]/, 'tv'], // Fire TV
  // Watches, headsets, cars
  [/\bSM-R\d|\b(?:Smart|Zen)?Watch\b|\bVR\b|\bTesla\b|\bBYD AUTO\b/, 'other'],
  [/\biPad\b|\b(?:Mi|Xiaomi|Redmi) ?Pad|\bKindle\//i, 'tablet'],
  [/\bCrOS\b/, 'desktop'],
  [/Opera Mini/, 'phone'],
]

function findDeviceKind(userAgent: string, parsed: string | undefined): DeviceKind {
  const kind = deviceKindPatterns.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (kind !== undefined) return kind
  const isMobile = /\bMobile\b/.test(userAgent)
  if (/\bHarmonyOS\b/.test(userAgent)) return isMobile ? 'phone' : 'tablet'
  if (parsed === 'mobile') return 'phone'
  if (parsed === 'tablet' || parsed === 'desktop' || parsed === 'tv') return parsed
  return isMobile ? 'phone' : 'other'
}

// If the browser is unknown, the parser returns a part of the User-Agent, which must not be shown as a name.
const knownNames = new Set(Object.values(Bowser.BROWSER_MAP))

/** Returns the everyday name, for example Edge instead of Microsoft Edge. Empty if the browser is unknown. */
function toShortName(browser: string | undefined): string {
  if (browser === undefined || !knownNames.has(browser)) return ''
  return browser.replace(/^Microsoft /, '').replace(/ for Android$/, '')
}

// Browsers and operating systems that the User-Agent parser does not know, or to which it gives uncommon names. The
// first matching pattern wins.

type NamePatterns = readonly (readonly [RegExp, string])[]

/**
 * In-app browsers come first. Most clicks on shared links happen there, and the parser reports them as the system's web
 * view.
 */
const browsers: NamePatterns = [
  [/\bInstagram\b/, 'Instagram'],
  [/\bBarcelona \d|MetaIAB Threads/, 'Threads'],
  [/MessengerForiOS|FB_IAB\/(?:MESSENGER|Orca)|MetaIAB Messenger/, 'Messenger'],
  [/MetaIAB WhatsApp/, 'WhatsApp'],
  [/FBA[NV]|FB_IAB|FB4A|\bMetaIAB\b/, 'Facebook'],
  [/musical_ly|BytedanceWebview|TikTok/i, 'TikTok'],
  [/\bPinterest\//, 'Pinterest'],
  [/\bSnapchat\b/, 'Snapchat'],
  [/LinkedInApp/, 'LinkedIn'],
  [/Twitter for|TwitterAndroid/, 'X'],
  [/\bReddit\//, 'Reddit'],
  [/com\.google\.android\.youtube|YouTube\//, 'YouTube'],
  [/MicroMessenger/, 'WeChat'],
  [/\bLine\//, 'LINE'],
  [/KAKAOTALK/, 'KakaoTalk'],
  [/\bNAVER\(/, 'Naver'],
  [/\bQQ\/\d/, 'QQ'],
  [/\bWeibo\b/, 'Weibo'],
  [/\bAlipayClient\//, 'Alipay'],
  [/\bTelegram-Android\//, 'Telegram'],
  [/\bWhatsApp\/|\[WA\w+\//, 'WhatsApp'],
  [/\bSlack\//, 'Slack'],
  [/\bKlarna\//, 'Klarna'],
  [/\bGSA\//, 'Google app'],
  [/\bYJApp-/, 'Yahoo'],
  [/\bbaiduboxapp\//, 'Baidu'],
  [/\bOPT\//, 'Opera Touch'],
  [/\bOPX\/|\bOPRGX\//, 'Opera GX'],
  [/Opera Mini|\bOPiOS\//, 'Opera Mini'],
  [/\b(?:Focus|Klar)\//, 'Firefox Focus'],
  [/\bHuaweiBrowser\//, 'Huawei Browser'],
  [/\bMiuiBrowser\//, 'Mi Browser'],
  [/\bQuark\//, 'Quark'],
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/\bYaSearchBrowser\//, 'Yandex Browser'],
  [/\bUBrowser\//, 'UC Browser'],
  [/\bcoc_coc_browser\//, 'Coc Coc'],
  [/\bMxBrowser\//, 'Maxthon'],
  [/\bWhale\//, 'Whale'],
  [/\bOculusBrowser\//, 'Meta Quest'],
  [/\bTesla\b/, 'Tesla'],
  [/\bKindle\//, 'Kindle'],
  [/PlayStation/i, 'PlayStation'],
  [/Nintendo/, 'Nintendo'],
  [/\bWeb0S\b/, 'webOS'],
]

const systems: NamePatterns = [
  [/PlayStation/i, 'PlayStation'],
  [/Nintendo/, 'Nintendo'],
  [/HarmonyOS/, 'HarmonyOS'],
  [/KAIOS/, 'KaiOS'],
  [/\bRoku\b/, 'Roku'],
  [/\bWeb0S\b/, 'webOS'],
]

const findName = (names: NamePatterns, userAgent: string): string | undefined => names.find(([pattern]) => pattern.test(userAgent))?.[1]

function findBrowserName(userAgent: string): string | undefined {
  return findName(browsers, userAgent)
}

function findSystemName(userAgent: string): string | undefined {
  return findName(systems, userAgent)
}

/**
 * Memoizes a pure function of the User-Agent, because a few thousand User-Agents make up nearly all traffic. Cuts a
 * User-Agent to its maximum length in the journal first, so that no regular expression reads a longer text.
 */
export function memoizeByUserAgent<Result extends object | boolean>(parse: (userAgent: string) => Result): (userAgent: string) => Result {
  const cache = new LRUCache<string, Result>({ max: 10_000 })
  return (header) => {
    const userAgent = header.slice(0, requestCaps.userAgent)
    const cached = cache.get(userAgent)
    if (cached !== undefined) return cached
    const result = parse(userAgent)
    cache.set(userAgent, result)
    return result
  }
}
