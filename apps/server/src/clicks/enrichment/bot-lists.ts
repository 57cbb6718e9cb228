import { isbot } from 'isbot'
import { memoizeByUserAgent } from './user-agent-cache.ts'

/** Programs that the general list doesn't know: TikTok's preloader, link expanders of boards and chats, and apps that fetch without a browser. */
const furtherAgents =
  /thirdLandingPageFeInfra|iframely|embedly|cardyb|okhttp|\bDalvik\/|CFNetwork\/[\d.]+ Darwin|AppleCoreMedia\/|AndroidDownloadManager|\bjsdom\//i

/** People whom the general list takes for programs: Alipay's web view writes a `|` into its User-Agent. */
const people = /\bAlipayClient\//

/** A program rather than a person, as far as the User-Agent says. */
export const isBotAgent: (userAgent: string) => boolean = memoizeByUserAgent(
  (userAgent) => furtherAgents.test(userAgent) || (isbot(userAgent) && !people.test(userAgent)),
)

/**
 * Hosts that open the links of a mail before its reader does. Missing on purpose: deref-gmx.com and deref-mail.com, which are the door through
 * which the readers of a webmail leave, and so people.
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

/** Software that checks the links of a mail. Many send a browser's User-Agent and no referrer: those can't be told from people here. */
export function isMailScanner(userAgent: string, referrerHost: string): boolean {
  return isScannerAgent(userAgent) || scannerHosts.some((host) => referrerHost === host || referrerHost.endsWith(`.${host}`))
}
