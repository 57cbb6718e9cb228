import type { RenderedEmail } from '@linkshelf/emails'
import * as emails from '@linkshelf/emails'

const app = 'https://app.example'
const signIn = { signInUrl: `${app}/`, forgotUrl: `${app}/auth/forgot` }
const token = 'Yk3v8mT1cQxR5dLw0bNzJ7sHfPa2uGeK'

const secondFactor = { accountUrl: `${app}/auth/account/two-step`, forgotUrl: signIn.forgotUrl }

const links = {
  settingsUrl: `${app}/settings/notifications`,
  unsubscribeUrl: `${app}/unsubscribe/0197a000-0000-7000-8000-000000000001.link_click.${token}`,
}

const deletion = { organizationName: 'Mia’s shelf', deletesAt: new Date('2025-12-14T09:41:00Z'), keepUrl: `${app}/settings/data` }

const accountDeletion = { deletesAt: deletion.deletesAt, keepUrl: `${app}/settings/profile` }

/** Every email with realistic content, by the name of the function that renders it. */
export const sampleEmails: Record<Extract<keyof typeof emails, `render${string}Email`>, RenderedEmail> = {
  renderPasswordResetEmail: emails.renderPasswordResetEmail({ resetUrl: `${app}/auth/reset?token=${token}` }),
  renderNewDeviceEmail: emails.renderNewDeviceEmail({
    at: new Date('2025-11-30T14:05:00Z'),
    browser: 'Firefox',
    os: 'Linux',
    country: 'DE',
    sessionsUrl: `${app}/settings/profile`,
    forgotUrl: signIn.forgotUrl,
  }),
  renderPasswordChangedEmail: emails.renderPasswordChangedEmail({ ...signIn, ended: [] }),
  renderPasskeyAddedEmail: emails.renderPasskeyAddedEmail({ accountUrl: `${app}/auth/account`, forgotUrl: signIn.forgotUrl }),
  renderPasskeyRemovedEmail: emails.renderPasskeyRemovedEmail({ accountUrl: `${app}/auth/account`, forgotUrl: signIn.forgotUrl }),
  renderProviderDisconnectedEmail: emails.renderProviderDisconnectedEmail({ ...signIn, providerHost: 'id.kitchen.example' }),
  renderProviderJoinedEmail: emails.renderProviderJoinedEmail({ ...signIn, providerHost: 'id.kitchen.example' }),
  renderSignInLinkEmail: emails.renderSignInLinkEmail(),
  renderAddressConfirmationEmail: emails.renderAddressConfirmationEmail({
    confirmUrl: `${app}/auth/confirm-email?token=${token}`,
    forgotUrl: signIn.forgotUrl,
  }),
  renderEmailConfirmedEmail: emails.renderEmailConfirmedEmail({
    ...signIn,
    ended: ['2 API keys', '1 invitation', '1 member (noah@shelf.example)'],
  }),
  renderEmailChangeConfirmationEmail: emails.renderEmailChangeConfirmationEmail({
    confirmUrl: `${app}/auth/confirm-address?token=${token}`,
  }),
  renderAddressInUseEmail: emails.renderAddressInUseEmail(signIn),
  renderAddressReservedEmail: emails.renderAddressReservedEmail(),
  renderEmailChangedEmail: emails.renderEmailChangedEmail({
    email: 'mia.lindqvist@kitchen.example',
    undoUrl: `${app}/auth/undo-address?token=${token}`,
    expiresAt: new Date('2025-12-07T09:41:00Z'),
  }),
  renderEmailChangeUndoneEmail: emails.renderEmailChangeUndoneEmail({ forgotUrl: signIn.forgotUrl, ended: ['2 API keys'] }),
  renderAddressRemovedEmail: emails.renderAddressRemovedEmail(),
  renderSecondFactorChangedEmail: emails.renderSecondFactorChangedEmail({ change: 'enabled', ...secondFactor }),
  renderRecoveryCodeUsedEmail: emails.renderRecoveryCodeUsedEmail({ left: 7, ...secondFactor }),
  renderSecondFactorResetLinkEmail: emails.renderSecondFactorResetLinkEmail({
    requestUrl: `${app}/auth/reset-two-step?token=${token}`,
    forgotUrl: signIn.forgotUrl,
  }),
  renderSecondFactorResetStartedEmail: emails.renderSecondFactorResetStartedEmail({
    dueAt: new Date('2025-12-03T09:41:00Z'),
    stopUrl: `${app}/auth/stop-two-step-reset?token=${token}`,
    forgotUrl: signIn.forgotUrl,
  }),
  renderAccountExistsEmail: emails.renderAccountExistsEmail(signIn),
  renderConfirmSignUpEmail: emails.renderConfirmSignUpEmail({ confirmUrl: `${app}/auth/confirm?token=${token}` }),
  renderAccountDeletionScheduledEmail: emails.renderAccountDeletionScheduledEmail(accountDeletion),
  renderAccountDeletionReminderEmail: emails.renderAccountDeletionReminderEmail(accountDeletion),
  renderAccountDeletionPostponedEmail: emails.renderAccountDeletionPostponedEmail(accountDeletion),
  renderAccountDeletedEmail: emails.renderAccountDeletedEmail(),
  renderInvitationEmail: emails.renderInvitationEmail({
    organizationName: 'Mia’s shelf',
    inviter: 'Mia Reed (mia@shelf.example)',
    role: 'member',
    invitationUrl: `${app}/invitations/${token}${token}`,
  }),
  renderDeletionScheduledEmail: emails.renderDeletionScheduledEmail(deletion),
  renderDeletionReminderEmail: emails.renderDeletionReminderEmail(deletion),
  renderOrganizationDeletedEmail: emails.renderOrganizationDeletedEmail(deletion),
  renderSecondFactorRequiredEmail: emails.renderSecondFactorRequiredEmail({
    organizationName: 'Mia’s shelf',
    accountUrl: `${app}/auth/account#passkeys-heading`,
  }),
  renderDomainLossEmail: emails.renderDomainLossEmail({
    host: 'go.lamps.example',
    organizationName: "Mia's shelf",
    problem: 'address',
    found: ['203.0.113.9'],
    domainUrl: `${app}/settings/domains?domain=0197a000-0000-7000-8000-000000000d01`,
  }),
  renderWeeklyReportEmail: emails.renderWeeklyReportEmail({
    name: 'Germany by phone',
    project: 'Kitchen',
    days: { from: '2025-11-24', to: '2025-11-30' },
    totals: [{ noun: 'click', value: 1_482, before: 1_230 }],
    figures: [
      { label: 'Visitors', value: 903, before: 871 },
      { label: 'Countries', value: 1, before: 1 },
      { label: 'Earned', value: 4_310, before: 3_890, currency: 'EUR' },
    ],
    tables: [
      {
        title: 'Top links',
        unit: 'Clicks',
        rows: [
          {
            name: 'Cast iron pan, 28 cm, for every stove, with a lid and two handles',
            detail: 'go.example/pan',
            value: 644,
            before: 402,
            earned: [
              { currency: 'EUR', earned: 4_310 },
              { currency: 'USD', earned: 1_240 },
            ],
          },
          { name: 'go.example/a-very-long-slug-that-an-owner-chose-for-a-link', value: 310, before: 310 },
          { name: 'Brass desk lamp', detail: 'go.example/lamp', value: 201, before: 263 },
        ],
      },
      { title: 'Countries', unit: 'Clicks', rows: [{ name: 'Germany', value: 1_482, before: 1_230 }] },
      {
        title: 'Sources',
        unit: 'Clicks',
        rows: [
          { name: 'YouTube', value: 902, before: 640 },
          { name: 'Direct or unknown', value: 580, before: 590 },
        ],
      },
    ],
    filters: [
      { label: 'Country', value: 'Germany' },
      { label: 'Device', value: 'Phone' },
    ],
    notes: [],
    reportUrl: `${app}/analytics?country=DE&device=phone&from=2025-11-24&to=2025-11-30&organization=0197a000-0000-7000-8000-000000000001`,
    unsubscribeUrl: links.unsubscribeUrl,
  }),
  renderClickSummaryEmail: emails.renderClickSummaryEmail({
    organization: 'Mia’s shelf',
    day: '2025-11-29',
    clicks: 1_482,
    clicksBefore: 1_230,
    visitors: 903,
    earned: [{ currency: 'EUR', earned: 4_310 }],
    projects: [
      {
        name: 'Kitchen',
        clicks: 1_301,
        clicksBefore: 998,
        links: [
          {
            title: 'Cast iron pan, 28 cm, for every stove, with a lid and two handles',
            url: 'https://go.example/pan',
            clicks: 644,
            clicksBefore: 402,
            earned: [{ currency: 'EUR', earned: 4_310 }],
          },
          {
            title: null,
            url: 'https://go.example/a-very-long-slug-that-an-owner-chose-for-a-link',
            clicks: 310,
            clicksBefore: 310,
            earned: [],
          },
          { title: 'Brass desk lamp', url: 'https://go.example/lamp', clicks: 201, clicksBefore: 263, earned: [] },
        ],
      },
      {
        name: 'Garden',
        clicks: 181,
        clicksBefore: 232,
        links: [{ title: 'Watering can', url: 'https://go.example/can', clicks: 181, clicksBefore: 232, earned: [] }],
      },
    ],
    analyticsUrl: `${app}/analytics`,
    ...links,
  }),
  renderConversionEmail: emails.renderConversionEmail({
    organization: 'Mia’s shelf',
    count: 12,
    totals: ['€42.20', '$3.10'],
    sales: [
      {
        commission: '€4.20',
        retailer: 'Amazon',
        item: 'Brass desk lamp with a very long name that needs two lines on a phone',
        project: 'Kitchen',
      },
      { commission: '$3.10', retailer: 'eBay', item: null, project: 'Garden' },
    ],
    earningsUrl: `${app}/analytics?tab=earnings`,
    ...links,
  }),
  renderYoutubeMigrationEmail: emails.renderYoutubeMigrationEmail({
    kind: 'migrate',
    channel: 'Mia’s lamps and chairs',
    done: 196,
    edited: 3,
    failed: 1,
    channelUrl: `${app}/settings/youtube`,
  }),
  renderOperatorEmail: emails.renderOperatorEmail({
    notification: 'product_change',
    subject: 'Broken links are found',
    text: 'Linkshelf now checks every destination **once a day**.\n\n## What you see\n\n- a mark on the link\n- an email, if you like\n\nRead [how it works](https://linkshelf.example/links).',
    ...links,
  }),
  renderBrokenLinksEmail: emails.renderBrokenLinksEmail({
    organization: 'Mia’s shelf',
    links: [
      {
        title: 'Cast iron pan, 28 cm, for every stove, with a lid and two handles',
        url: 'https://go.example/pan',
        target: 'https://shop.example/kitchen/pans/cast-iron-28?variant=lid-and-two-handles&color=black',
        reason: 'not_found',
      },
      { title: null, url: 'https://go.example/lamp', target: 'https://www.ebay.com/itm/123456789012', reason: 'listing_ended' },
    ],
    brokenLinksUrl: `${app}/links?health=broken`,
    ...links,
  }),
  renderSummaryEmail: emails.renderSummaryEmail({
    kind: 'password_changed',
    count: 145,
    firstAt: new Date('2025-11-30T09:41:00Z'),
    latestAt: new Date('2025-11-30T10:03:00Z'),
    details: ['Created before the address was confirmed, and ended: 2 API keys, 1 member (noah@shelf.example)'],
    hasMoreDetails: false,
    ...signIn,
  }),
  renderBackupFailureEmail: emails.renderBackupFailureEmail({
    kind: 'backup',
    host: 'shelf.example',
    reason:
      'The disk of /var/lib/linkshelf/backups has 2.1 GB free, too little for a back-up of about 1.4 GB and the 2 GB that must stay free. Nothing was made or deleted. Free some space, or choose another place with BACKUP_TARGET.',
    backup: undefined,
    newest: 'linkshelf-2025-11-29T03-17-04Z, 1.4 GB',
  }),
  renderFeedbackEmail: emails.renderFeedbackEmail({
    subject: 'Sort links by clicks',
    idea: 'I have 400 links.\n\nLet me sort them by <clicks>, please.',
    source: 'From Mia Reed <mia@example.com>, project “Kitchen” of “Mia’s shelf”, 2025-11-30T09:41:00.000Z',
  }),
}
