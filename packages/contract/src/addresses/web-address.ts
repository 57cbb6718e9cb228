import * as mini from 'zod/mini'
import { targetMaxLength, toDestinationHref } from './destinations.ts'
import { hasPlainHost } from './plain-host.ts'
import { parseFontsAddress, parseUploadAddress } from './upload-addresses.ts'

const secureOnly = 'Enter an address that begins with https://'
const contactOnly = 'Enter an email address, or an address that begins with https://'

/** Trimmed text as `toHref` makes an address of it; blank text is null. */
function makeAddressSchema(error: string, toHref: (typed: string) => string | undefined) {
  const typed = mini
    .string({ error })
    .check(mini.trim(), mini.maxLength(targetMaxLength, { error: `URLs can be up to ${targetMaxLength} characters` }))
  const address = mini.transform((input: string, payload) => {
    if (input === '') return null
    const href = toHref(input)
    if (href !== undefined) return href
    payload.issues.push({ code: 'custom', message: error, input })
    return mini.NEVER
  })
  return mini.nullable(mini.pipe(typed, address))
}

/**
 * The address of a picture, a font or a page that a store page loads or links to: over https, or an uploaded
 * file. Blank text is null.
 */
export const nullableWebAddress = makeAddressSchema(secureOnly, toSecureHref)

/** The address that a form of a store page posts to: over https. Blank text is null. */
export const nullableFormAddress = makeAddressSchema(secureOnly, (typed) => {
  const href = toDestinationHref(typed)
  return href?.startsWith('https:') && hasPlainHost(href) ? href : undefined
})

/** The address of a style sheet of fonts: over https, or copied. Null when it is blank or missing. */
export const fontsAddress = mini._default(
  makeAddressSchema(secureOnly, (typed) => {
    const href = toSecureHref(typed)
    return href !== undefined && hasPlainHost(href) ? href : undefined
  }),
  null,
)

/** A nullable web address that is null when it is missing. */
export const secureWebAddress = mini._default(nullableWebAddress, null)

/** How to reach an owner: an email address, stored as `mailto:`, or a page. */
export const nullableContact = makeAddressSchema(contactOnly, (typed) => toSecureHref(typed) ?? toMailtoHref(typed))

function toSecureHref(typed: string): string | undefined {
  const href = toDestinationHref(typed)
  // The public origin of an instance on a laptop has no https.
  return href !== undefined && (href.startsWith('https:') || isOwnFile(href)) ? href : undefined
}

function isOwnFile(href: string): boolean {
  return parseUploadAddress(href) !== undefined || parseFontsAddress(href) !== undefined
}

/** The pattern leaves nothing that an address of the `mailto` scheme would have to escape. */
function toMailtoHref(typed: string): string | undefined {
  const email = typed.replace(/^mailto:/i, '')
  return email.length <= 254 && mini.regexes.email.test(email) ? `mailto:${email}` : undefined
}
