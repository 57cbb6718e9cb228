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
 * Bots that isbot doesn't know: TikTok's preloader, link expanders of boards and chats, and apps that
 * fetch without a browser.
 */
const extraBotAgents =
  /thirdLandingPageFeInfra|iframely|embedly|cardyb|okhttp|\bDalvik\/|CFNetwork\/[\d.]+ Darwin|AppleCoreMedia\/|AndroidDownloadManager|\bjsdom\//i

/** Browsers that isbot takes for bots: Alipay's web view writes a `|` into its User-Agent. */
const falsePositives = /\bAlipayClient\//

/** Whether the User-Agent is a bot's. */
const isBotAgent: (userAgent: string) => boolean = memoizeByUserAgent(
  (userAgent) => extraBotAgents.test(userAgent) || (isbot(userAgent) && !falsePositives.test(userAgent)),
)

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
