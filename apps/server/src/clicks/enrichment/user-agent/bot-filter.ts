import { isbot } from 'isbot'
import { memoizeByUserAgent } from './parse-user-agent.ts'

/**
 * Bots that isbot doesn't know: TikTok's preloader, link expanders of boards and chats, and apps that
 * fetch without a browser.
 */
const extraBotAgents =
  /thirdLandingPageFeInfra|iframely|embedly|cardyb|okhttp|\bDalvik\/|CFNetwork\/[\d.]+ Darwin|AppleCoreMedia\/|AndroidDownloadManager|\bjsdom\//i

/** Browsers that isbot takes for bots: Alipay's web view writes a `|` into its User-Agent. */
const falsePositives = /\bAlipayClient\//

/** Whether the User-Agent is a bot's. */
export const isBotAgent: (userAgent: string) => boolean = memoizeByUserAgent(
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
export function isMailScanner(userAgent: string, referrerHost: string): boolean {
  return isScannerAgent(userAgent) || scannerHosts.some((host) => referrerHost === host || referrerHost.endsWith(`.${host}`))
}
