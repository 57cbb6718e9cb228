import { privacyPath, restorableDays } from '@linkshelf/contract'
import { html } from 'hono/html'
import type { Page } from '../layout/index.ts'
import type { OriginDeps, Origins } from '../platform/deps.ts'
import type { InstanceSettings } from './instance.ts'
import { createArticleRoute } from './terms-page.ts'

/** Creates a handler that shows the default privacy page, or redirects to the operator's own page. */
export function createPrivacyRoute(
  { origins, hasPlans }: Pick<OriginDeps, 'origins' | 'hasPlans'>,
  { privacyUrl, operatorAddress, clickRetentionMonths = 13, backupCopies }: InstanceSettings,
) {
  const page = defaultPrivacy(origins, { operatorAddress, clickMonths: clickRetentionMonths, backupCopies, hasPlans })
  return createArticleRoute(origins, { path: privacyPath, page, ownUrl: privacyUrl })
}

const trialNotice =
  ' If the account had a free trial, a keyed hash of the email address is stored for two years, so that the address gets no second trial.'

interface PrivacyFacts {
  operatorAddress: string | undefined
  clickMonths: number
  backupCopies: number | undefined
  hasPlans: boolean
}

/** Returns how long back-ups contain what was deleted. */
function describeBackups(copies: number | undefined): string {
  if (copies === undefined)
    return 'This program makes no back-ups by itself here. The operator can tell you whether and for how long back-ups are stored.'
  const stored = copies === 1 ? 'one back-up is stored' : `the newest ${copies} are stored`
  const nights = copies === 1 ? '1 night' : `${copies} nights`
  return `A back-up is made every night, and ${stored}. So what is deleted disappears from the back-ups after about ${nights}; if a night fails, later. Back-ups contain no IP addresses of visitors and no sessions. The operator can tell you about back-ups that they store elsewhere.`
}

/**
 * The default privacy page. Its statements describe the program. `clickMonths` is how long click records are stored.
 */
function defaultPrivacy(origins: Origins, { operatorAddress, clickMonths, backupCopies, hasPlans }: PrivacyFacts): Page {
  const [app, links] = [new URL(origins.app).host, new URL(origins.public).host]
  const address = operatorAddress ?? 'The operator has not given an address here. Signed-in users reach them by Contact & Feedback.'
  return {
    heading: 'Privacy',
    layout: 'article',
    body: html`<p class="lead">What ${app} and the short links of ${links} record, and for how long.</p>

      <h2>Who is responsible</h2>
      <p>The operator of this instance: ${address}</p>

      <h2>Visits</h2>
      <p>When someone follows a short link or opens a store page, we record: the time, the link or page and where it led, country, region and
        city, type of device, browser and operating system, language, the referring site, the campaign or video that the link names, and whether
        a QR code was scanned. The IP address is used to determine the location and to tell visitors apart. It reaches no database: it is in a
        file of the server until the visit is counted, about a minute as a rule. No cookie is set. The owner of the link or page sees these
        records, without the address.</p>
      <p>To count visitors, each visit carries a key that is valid for one day. The secret that creates it is deleted within 48 hours; after
        that nobody can tell whose key it was, or whether two days had the same visitor. Click records are deleted after ${clickMonths === 1 ? '1 month' : `${clickMonths} months`},
        one calendar month at a time, so a record may be stored up to a month longer. Totals that identify no visitor are kept.</p>

      <h2>Accounts</h2>
      <p>Your name, your email address, a hash of your password from which it cannot be recovered, the names and public keys of your passkeys, with which nobody can sign in,
        when you added and last used them, and the content you enter.
        If you turn two-step sign-in on: the encrypted key of your authenticator app, and hashes of your recovery codes. If you let it
        remember a device, a cookie recognizes the device for 30 days. For your security:
        for 90 days, when, from which country and with which browser you signed in or someone tried to, and the IP address of each change in the activity log, of each attempt to sign in and of requests that we reject.
        Cookies are set only for signing in, for your session, and for choices of the dashboard. Cookies of a session end with it, after 30 days at the latest.</p>
      <p>Links and products that you delete can be restored for ${restorableDays} days. Then their content is erased, or earlier if an owner of the organization
        erases it. The activity log keeps the values that it recorded, the short name of an erased link stays reserved, and back-ups keep the content
        until they are deleted.</p>

      <h2>Back-ups</h2>
      <p>${describeBackups(backupCopies)}</p>

      <h2>Who else receives data</h2>
      <p>Services that the operator or you connect: a mail server that delivers emails,${hasPlans ? ' a payment provider for a paid plan,' : ''} and YouTube for
        a channel of yours. A shop gets the random ID of a visit if the owner of the link asks it to report sales. A store page may load files of other sites if its owner put them there.</p>

      <h2>Your choices</h2>
      <p>You can correct your name and email address, download everything of an organization as an archive, and delete your account in the settings. The
        deletion follows after 14 days.${hasPlans ? trialNotice : ''} For anything else, and for complaints, write to the operator; you may also turn to a data protection
        authority.</p>
      <p>If you change your email address, the earlier address is told. For seven days it can undo the change, and nobody else can use it. After
        that, it is only in your activity log and, for two years, a keyed hash${hasPlans ? ', so that it gets no second trial' : ''}.</p>`,
  }
}
