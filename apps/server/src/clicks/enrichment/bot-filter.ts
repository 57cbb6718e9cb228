// Decides whether a request is a bot's, and records why.
import { isbot } from 'isbot'
import type { RequestRecord } from '../journal/records/visit-records.ts'
import { memoizeByUserAgent } from './parse-user-agent.ts'
import type { VisitRow } from './visit-row.ts'

/**
 * Returns why the request counts as a bot's, or an empty string. Cheap checks come first. `referrer` is needed because
 * some mail scanners can be recognized only by the referrer's host.
 */
export function findBotReason(record: RequestRecord, referrer: string): VisitRow['reason'] {
  if (isPrefetch(record.purpose)) return 'prefetch'
  if (record.method === 'HEAD') return 'head'
  if (record.userAgent.trim() === '') return 'no-user-agent'
  if (isMailScanner(record.userAgent, referrer)) return 'mail-scanner'
  return isBotAgent(record.userAgent) ? 'bot' : ''
}

/**
 * Returns whether the browser loads the page before its user asks for it. Such a request counts as a bot's. All values
 * that Chromium sends begin with one of these words. `purpose` can also come from `Purpose` or `X-Moz`, which browsers
 * sent before `Sec-Purpose`.
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

/** Browsers that isbot wrongly reports as bots. For example, Alipay's web view has a `|` in its User-Agent. */
const falsePositives = /\bAlipayClient\//

/**
 * Matches the parenthesized comment in an Android browser's User-Agent, for example `(Linux; Android 14; Pixel 8)`. It
 * is ignored, because the device's name can contain a bot's name. The name can also contain parentheses.
 */
const androidComment = /\((?=[^()]*\bAndr[o0]id\b)[^()]*(?:\([^()]*\)[^()]*)*\)/

/** Matches an Android comment that contains the name or URL of a bot, because some bots pretend to be phones. */
const botInComment = /https?:|compatible;|@|-Google\/|Catchpoint/i

/** Tokens of apps and browsers that people use. isbot would report them as bots, because they contain a bot's name. */
const tokensOfPeople = /\b(?:Process\/tools\w*|Sogou(?:MSE|MobileBrowser|Search)[^\s;]*|(?:NewsArticle|SmartNews|NewsBreak)[^\s;]*)/g

/**
 * Browsers of televisions. isbot would report them as bots, because they write empty fields, brackets and model names
 * into their User-Agent.
 */
const television = /\bHbbTV\/|\bSMART-TV\b|\bSmartTV\b|\bWeb0S\b|\bNetCast\b|\bGoogleTV\b|\bNETTV\/|\bOMI\//
const namedBot = /https?:|@|(?:bot|crawler|spider)\b/i

function isKnownBot(userAgent: string): boolean {
  if (extraBotAgents.test(userAgent)) return true
  if (falsePositives.test(userAgent) || (television.test(userAgent) && !namedBot.test(userAgent))) return false
  const generic = userAgent.replace(androidComment, (comment) => (botInComment.test(comment) ? comment : '(Linux; Android 10; K)'))
  return isbot(generic.replace(tokensOfPeople, ''))
}

const isBotAgent: (userAgent: string) => boolean = memoizeByUserAgent(isKnownBot)

/**
 * Hosts of services that open the links of an email before its reader does. deref-gmx.com and deref-mail.com are
 * missing on purpose: webmail services redirect their users through these hosts, so the clicks are human.
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
 * Returns whether the click comes from software that checks the links of an email. Many scanners send a browser's
 * User-Agent and no referrer, so they are not detected.
 */
function isMailScanner(userAgent: string, referrerHost: string): boolean {
  return isScannerAgent(userAgent) || scannerHosts.some((host) => referrerHost === host || referrerHost.endsWith(`.${host}`))
}
