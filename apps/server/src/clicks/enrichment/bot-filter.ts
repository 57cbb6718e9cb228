// Decides whether a request is a bot's, and records why.
import { isbot } from 'isbot'
import type { RequestRecord } from '../journal/records/visit-records.ts'
import { memoizeByUserAgent } from './parse-user-agent.ts'
import type { VisitRow } from './visit-row.ts'

/**
 * Returns why the request counts as a bot's, or an empty text. Cheap checks come first; mail scanners are known by
 * their referrer.
 */
export function findBotReason(record: RequestRecord, referrer: string): VisitRow['reason'] {
  if (isPrefetch(record.purpose)) return 'prefetch'
  if (record.method === 'HEAD') return 'head'
  if (record.userAgent.trim() === '') return 'no-user-agent'
  if (isMailScanner(record.userAgent, referrer)) return 'mail-scanner'
  return isBotAgent(record.userAgent) ? 'bot' : ''
}

/**
 * A browser that loads a page before its user asks for it counts as a bot. All of Chromium's values begin like this;
 * `Purpose` and `X-Moz` were sent before `Sec-Purpose`.
 */
function isPrefetch(purpose: string): boolean {
  return /^\s*(?:prefetch|prerender|preview)/i.test(purpose)
}

/**
 * Bots that isbot doesn't know: TikTok's preloader, link expanders of boards and chats, fetchers of assistants, shells,
 * monitors, and apps that fetch without a browser.
 */
const extraBotAgents =
  /thirdLandingPageFeInfra|iframely|embedly|cardyb|okhttp|\bDalvik\/|CFNetwork\/[\d.]+ Darwin|AppleCoreMedia\/|AndroidDownloadManager|\bjsdom\/|\bAmzn-User\b|Gemini-Deep-Research|^Dart\/|PowerShell\/|\bGTmetrix\b|WebThumbnail|amazon-kendra/i

/** Browsers that isbot takes for bots: Alipay's web view writes a `|` into its User-Agent. */
const falsePositives = /\bAlipayClient\//

/** The comment of a browser on Android: it names the device, whose name may contain that of a bot, and brackets. */
const androidComment = /\((?=[^()]*\bAndr[o0]id\b)[^()]*(?:\([^()]*\)[^()]*)*\)/

/** A bot that pretends to be a phone names itself in the same comment. */
const botInComment = /https?:|compatible;|@|-Google\/|Catchpoint/i

/** Tokens of apps and browsers of people, which contain a name that isbot takes for a bot's. */
const tokensOfPeople = /\b(?:Process\/tools\w*|Sogou(?:MSE|MobileBrowser|Search)[^\s;]*|(?:NewsArticle|SmartNews|NewsBreak)[^\s;]*)/g

/** Browsers of televisions write empty fields, brackets and names of models as isbot expects of bots only. */
const television = /\bHbbTV\/|\bSMART-TV\b|\bSmartTV\b|\bWeb0S\b|\bNetCast\b|\bGoogleTV\b|\bNETTV\/|\bOMI\//
const namedBot = /https?:|@|(?:bot|crawler|spider)\b/i

function isKnownBot(userAgent: string): boolean {
  if (extraBotAgents.test(userAgent)) return true
  if (falsePositives.test(userAgent) || (television.test(userAgent) && !namedBot.test(userAgent))) return false
  const generic = userAgent.replace(androidComment, (comment) => (botInComment.test(comment) ? comment : '(Linux; Android 10; K)'))
  return isbot(generic.replace(tokensOfPeople, ''))
}

/** Whether the User-Agent is a bot's. */
const isBotAgent: (userAgent: string) => boolean = memoizeByUserAgent(isKnownBot)

/**
 * Hosts that open the links of an email before its reader does. deref-gmx.com and deref-mail.com are missing on
 * purpose: readers of a webmail leave through them, so their clicks are people's.
 */
const scannerHosts = [
  'safelinks.protection.outlook.com',
  'statics.teams.cdn.office.net',
  'urldefense.com',
  'urldefense.proofpoint.com',
  'mimecast.com',
  'mimecastprotect.com',
  'linkprotect.cudasvc.com',
  'secure-web.cisco.com',
  'url.emailprotection.link',
  'urlsand.com',
  'urlsand.esvalabs.com',
]

const scannerAgents =
  /BarracudaCentral|Barracuda Sentinel|Mimecast|Proofpoint|SafeLinks|Symantec\.cloud|TrendMicro|Sophos|MailScanner|Fortinet|FortiMail|Gmail-content-sampling/i

const isScannerAgent = memoizeByUserAgent((userAgent) => scannerAgents.test(userAgent))

/**
 * Returns whether the click is software that checks the links of an email. Many send a browser's User-Agent and no
 * referrer, and are not detected.
 */
function isMailScanner(userAgent: string, referrerHost: string): boolean {
  return isScannerAgent(userAgent) || scannerHosts.some((host) => referrerHost === host || referrerHost.endsWith(`.${host}`))
}
