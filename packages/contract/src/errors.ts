import { faultMessage, linkNotFoundMessage, logoInvalidMessage, projectArchivedMessage, signInRequiredMessage } from './error-messages.ts'
import { reauthenticationMessages } from './identity/account.ts'
import { storeMessages } from './stores/store-limits.ts'

/** Every expected error. Codes are public and permanent; messages are shown to users. */
export const errorCatalog = {
  REQUEST_INVALID: { status: 400, message: 'Some fields are not valid. Check them and try again.' },
  SIGN_IN_REQUIRED: { status: 401, message: signInRequiredMessage },
  REAUTHENTICATION_REQUIRED: { status: 403, message: reauthenticationMessages.required },
  EMAIL_UNCONFIRMED: {
    status: 403,
    message: 'Confirm your email address first: open the link in the email that we sent you.',
  },
  SIGN_UPS_CLOSED: { status: 403, message: "This Linkshelf doesn't take new accounts. Ask its operator for one." },
  INVITATION_REQUIRED: {
    status: 403,
    message: 'This Linkshelf takes new accounts by invitation only. Open the link of your invitation, or ask its operator for one.',
  },
  ACCOUNT_DISABLED: { status: 403, message: 'This account is disabled. Ask the operator of this Linkshelf.' },
  API_KEY_REJECTED: { status: 403, message: 'API keys cannot do this. Sign in to the dashboard instead.' },
  API_KEY_READ_ONLY: { status: 403, message: 'This API key can only read. Use a key with full access.' },
  API_KEY_NOT_FOUND: { status: 404, message: 'This API key does not exist or has been revoked.' },
  API_KEY_LIMIT_REACHED: { status: 409, message: 'An organization can have up to 100 API keys. Revoke keys you no longer need.' },
  API_REQUEST_LIMIT_REACHED: {
    status: 429,
    message:
      'Limit reached - Your organization has made all the API requests of its plan for this month. Upgrade, or wait for the next month.',
  },
  PASSWORD_WRONG: { status: 422, message: 'This is not your current password.' },
  ACCOUNT_OWNS_ORGANIZATION: {
    status: 409,
    message: 'You are the only owner of an organization with other members. Transfer its ownership first.',
  },
  PASSWORD_REJECTED: { status: 422, message: 'This password cannot be used. Choose a different one.' },
  LINK_LIMIT_REACHED: { status: 402, message: 'Limit reached - You have reached the maximum of 10 links for this project.' },
  FULL_ANALYTICS_REQUIRED: { status: 402, message: 'Full analytics is not part of your plan. Upgrade to see it.' },
  ANALYTICS_HISTORY_LOCKED: { status: 402, message: 'Your plan does not show days this far back. Choose a later day, or upgrade.' },
  ANALYTICS_TIMEOUT: {
    status: 503,
    message: 'Counting these clicks takes too long. Choose a shorter range or fewer conditions, then try again.',
  },
  ANALYTICS_UNAVAILABLE: {
    status: 503,
    message: 'Analytics is not answering right now; your links and clicks are safe. Please try again in a moment.',
  },
  NOT_FOUND: { status: 404, message: 'Not found, or you do not have access to it.' },
  LINK_NOT_FOUND: { status: 404, message: linkNotFoundMessage },
  LINK_NOT_FOLLOWABLE: { status: 409, message: 'The destination of this link is no short link, so there is nothing to follow.' },
  LINK_SLUG_TAKEN: { status: 409, message: 'This short name is already taken. Please choose a different one.' },
  LINK_SLUG_FIXED: {
    status: 409,
    message: 'This link is older than an hour or has been visited, so its short name stays. Create another link instead.',
  },
  LINK_SLUG_RESERVED: { status: 422, message: 'This short name is reserved. Please choose a different one.' },
  LINK_TARGET_FORBIDDEN: {
    status: 422,
    message: 'Links to our own short domain would redirect in a loop. Enter the final address instead.',
  },
  LABEL_NOT_FOUND: { status: 404, message: 'This label does not exist or has been removed.' },
  LABEL_NAME_TAKEN: { status: 409, message: 'A label of this name already exists. Please choose a different one.' },
  LABEL_LIMIT_REACHED: {
    status: 409,
    message: 'A project can have up to 1,000 labels, and a link up to 50. Delete labels you no longer need.',
  },
  LINK_VIEW_NOT_FOUND: { status: 404, message: 'This view does not exist or has been removed.' },
  LINK_VIEW_NAME_TAKEN: { status: 409, message: 'You have a view of this name already. Please choose a different one.' },
  LINK_VIEW_LIMIT_REACHED: { status: 409, message: 'You can save up to 50 views in a project. Delete views you no longer need.' },
  UTM_TEMPLATE_NOT_FOUND: { status: 404, message: 'This template does not exist or has been removed.' },
  UTM_TEMPLATE_NAME_TAKEN: { status: 409, message: 'A template of this name already exists. Please choose a different one.' },
  UTM_TEMPLATE_LIMIT_REACHED: {
    status: 409,
    message: 'A project can have up to 100 UTM templates. Delete templates you no longer need.',
  },
  SAVED_REPORT_NOT_FOUND: { status: 404, message: 'This report does not exist or has been removed.' },
  SAVED_REPORT_NAME_TAKEN: { status: 409, message: 'You have a report of this name already. Please choose a different one.' },
  SAVED_REPORT_LIMIT_REACHED: { status: 409, message: 'You can save up to 50 reports in a project. Delete reports you no longer need.' },
  QR_LOGO_INVALID: { status: 422, message: logoInvalidMessage },
  QR_LOGO_UNREACHABLE: { status: 422, message: 'No picture could be fetched from this address. Check it, or upload the picture instead.' },
  UPLOAD_INVALID: {
    status: 422,
    message: 'This picture cannot be used. Choose a PNG, JPEG, WebP or GIF of at most 10 MB and 16 megapixels.',
  },
  UPLOAD_UNREACHABLE: { status: 422, message: 'No picture could be fetched from this address. Check it, or upload the picture instead.' },
  UPLOAD_SOURCE_FORBIDDEN: {
    status: 422,
    message: 'Amazon does not allow copies of its pictures. Upload a picture of your own, or use the address as it is.',
  },
  UPLOAD_SPACE_EXHAUSTED: { status: 402, message: 'Limit reached - Your files take up all the space of your plan.' },
  INSTANCE_STORAGE_FULL: {
    status: 507,
    message: 'There is too little free disk space to store files at the moment. Nothing was changed. Please try again later.',
  },
  FONTS_UNREACHABLE: { status: 422, message: 'The fonts could not be fetched from this address. Check it, and try again.' },
  FONTS_INVALID: {
    status: 422,
    message: 'There are no fonts at this address. Enter the address of a style sheet with @font-face rules, as Google Fonts has them.',
  },
  FONTS_NOT_WOFF2: { status: 422, message: 'Only WOFF2 fonts can be copied, and this style sheet names others.' },
  FONTS_TOO_LARGE: {
    status: 422,
    message: 'Copied fonts may have 4 families, 150 files and 10 MB at most. Choose fewer families, weights or languages.',
  },
  STORE_NOT_FOUND: { status: 404, message: 'No store found. Please create a store first.' },
  STORE_NOT_ENABLED: { status: 404, message: storeMessages.notEnabled },
  STORE_NAME_TAKEN: { status: 409, message: 'Store name is already taken. Please choose a different name.' },
  STORE_EXISTS: { status: 409, message: 'This project has a store already. A project can have one store.' },
  STORE_HTML_FOR_OWNERS: { status: 403, message: 'Only owners of the organization change the HTML of a store. Leave it as it is.' },
  PAGE_URL_NOT_FOUND: { status: 404, message: 'This page has no short URL yet.' },
  PAGE_URL_TARGET_FIXED: {
    status: 422,
    message: 'The short URL of a page leads to the page itself. Leave the target out, or create a link for another destination.',
  },
  PRODUCT_NOT_FOUND: { status: 404, message: 'This product does not exist or has been removed.' },
  PRODUCT_LIMIT_REACHED: { status: 409, message: 'A project can have up to 10,000 products. Delete products you no longer need.' },
  PRODUCT_LINK_LIMIT_REACHED: { status: 409, message: 'A product can have up to 20 links. Remove one first.' },
  LINK_IMPORT_NOT_FOUND: { status: 404, message: 'This import does not exist or has been removed.' },
  LINK_IMPORT_NOT_READY: { status: 409, message: 'This file cannot be imported. Wait until it is checked, or choose another one.' },
  PRODUCT_IMPORT_NOT_FOUND: { status: 404, message: 'This import does not exist or has been removed.' },
  PRODUCT_IMPORT_NOT_READY: { status: 409, message: 'This file cannot be imported. Wait until it is checked, or choose another one.' },
  EARNINGS_IMPORT_NOT_FOUND: { status: 404, message: 'This import does not exist or has been undone.' },
  EARNINGS_IMPORT_NOT_READY: { status: 409, message: 'This report cannot be imported. Wait until it is checked, or choose another one.' },
  PRODUCT_CATEGORY_LIMIT_REACHED: { status: 409, message: 'A product can have up to 50 categories. Remove some first.' },
  CATEGORY_NOT_FOUND: { status: 404, message: 'This category does not exist or has been removed.' },
  CATEGORY_LIMIT_REACHED: { status: 409, message: 'A project can have up to 200 categories. Delete categories you no longer need.' },
  PROJECT_ARCHIVED: { status: 409, message: projectArchivedMessage },
  PROJECT_LAST_ACTIVE_DELETE: {
    status: 409,
    message: 'You cannot delete the last remaining active project. Create another project first.',
  },
  PROJECT_LAST_ACTIVE_ARCHIVE: {
    status: 409,
    message: 'You cannot archive the last remaining active project. Create another project first.',
  },
  ORGANIZATION_DELETION_SCHEDULED: {
    status: 409,
    message: 'This organization is going to be deleted. Keep it first, then change its plan.',
  },
  ORGANIZATION_LAST: { status: 409, message: 'You cannot delete your only organization. Create another organization first.' },
  MEMBER_LAST_OWNER: { status: 409, message: 'An organization needs at least one owner. Make someone else an owner first.' },
  MEMBER_EXISTS: { status: 409, message: 'Someone with this email address is a member already.' },
  MEMBER_IS_YOU: { status: 409, message: 'You are an owner already. Choose another member.' },
  INVITATION_NOT_FOUND: { status: 404, message: 'This invitation does not exist, or it was revoked. Ask for a new one.' },
  INVITATION_EXPIRED: { status: 410, message: 'This invitation has expired. Ask for a new one.' },
  INVITATION_USED: { status: 409, message: 'This invitation has been used already.' },
  INVITATION_FOR_OTHER_ADDRESS: {
    status: 409,
    message: 'This invitation is for another email address. Sign in with that address to accept it.',
  },
  PLAN_BY_CONTACT: { status: 409, message: 'This plan has no fixed price. Contact us, and we will agree on one.' },
  PLAN_INCLUDED: { status: 409, message: 'Your Lifetime plan includes this already, and never renews.' },
  PAYMENT_FAILED: { status: 402, message: 'The payment failed. Update your payment method, and try again.' },
  BILLING_UNAVAILABLE: { status: 503, message: 'The payment provider cannot be reached. Nothing was changed. Please try again.' },
  BILLING_PORTAL_MISSING: { status: 409, message: 'There are no invoices yet. They come with the first payment.' },
  DATA_EXPORT_NOT_FOUND: { status: 404, message: 'This export does not exist or has expired. Start a new one.' },
  DATA_EXPORT_NOT_READY: { status: 409, message: 'This export is not finished yet. Wait until it is, and download it then.' },
  DATA_IMPORT_NOT_FOUND: { status: 404, message: 'This import does not exist or has been removed.' },
  DATA_IMPORT_UNFINISHED: { status: 409, message: 'Another import of this organization is not finished. Wait for it, or delete it first.' },
  DATA_IMPORT_PART_UNEXPECTED: { status: 409, message: 'This is not the next part of the archive. Read the import to see which one is.' },
  DATA_IMPORT_NOT_READY: { status: 409, message: 'This archive cannot be imported. Wait until it is checked, or choose another one.' },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'The file has no such bytes.' },
  INTEGRATION_NOT_FOUND: { status: 404, message: 'Nothing is saved for this retailer.' },
  AMAZON_INTEGRATION_REQUIRED: {
    status: 409,
    message: 'No Amazon integration is saved. Save one first: the migration uses its tags.',
  },
  AMAZON_MIGRATION_NOT_FOUND: { status: 404, message: 'This migration does not exist or has been removed.' },
  AMAZON_MIGRATION_RUNNING: { status: 409, message: 'A migration of this project is running. Wait until it has finished.' },
  YOUTUBE_NOT_CONFIGURED: {
    status: 409,
    message: 'This instance has no Google project for this yet. Its operator sets one up; the page says how.',
  },
  YOUTUBE_QUOTA_REACHED: { status: 429, message: 'The quota of YouTube for today is used up. It renews at midnight Pacific time.' },
  YOUTUBE_UNAVAILABLE: { status: 503, message: 'YouTube cannot be reached. Nothing was changed. Please try again.' },
  YOUTUBE_CHANNEL_UNKNOWN: { status: 422, message: 'YouTube has no channel at this URL. Check it, and try again.' },
  YOUTUBE_CHANNEL_EXISTS: { status: 409, message: 'This channel has been added already.' },
  YOUTUBE_CHANNEL_LIMIT_REACHED: { status: 409, message: 'A project can have up to 20 channels. Remove one first.' },
  YOUTUBE_CHANNEL_NOT_FOUND: { status: 404, message: 'This channel does not exist or has been removed.' },
  YOUTUBE_CHANNEL_BUSY: { status: 409, message: 'This channel is being scanned or migrated. Wait until that has finished, or stop it.' },
  YOUTUBE_CHANNEL_NOT_OWNED: {
    status: 409,
    message: 'This Google account does not own the channel. Choose the account, or the brand account, that does.',
  },
  YOUTUBE_CONNECTION_REQUIRED: { status: 409, message: 'Connect the channel with its Google account first.' },
  YOUTUBE_CONNECTION_EXPIRED: { status: 410, message: 'This took too long, or was started elsewhere. Connect the channel again.' },
  YOUTUBE_CONNECTION_REFUSED: {
    status: 409,
    message: 'Google did not allow the connection. Connect the channel again, and allow everything it asks for.',
  },
  YOUTUBE_VIDEO_NOT_FOUND: { status: 404, message: 'This video is not one of the channel, or has been removed.' },
  YOUTUBE_LINK_NOT_FOUND: { status: 404, message: 'No description of the channel has this link.' },
  REVISION_OUTDATED: {
    status: 409,
    message: 'Someone changed this meanwhile. Read it again, and repeat your change with its new revision.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message: 'This idempotency key belongs to another request. Use a new key for each request, and the same one to repeat it.',
  },
  REQUEST_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  BODY_TOO_SLOW: {
    status: 408,
    message: 'The request arrived at less than 10 KB a second, so it was ended. Please try again on a faster connection.',
  },
  BODY_NOT_JSON: { status: 415, message: 'Send the body as JSON, with the content type application/json.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  FAULT: { status: 500, message: faultMessage },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCatalog

/** The entries of the catalog that a call may return. */
export function errors<const C extends ErrorCode>(...codes: C[]): Pick<typeof errorCatalog, C> {
  return Object.fromEntries(codes.map((code) => [code, errorCatalog[code]])) as Pick<typeof errorCatalog, C>
}
