import * as mini from 'zod/mini'

export const unstorableTextMessage = 'Use letters and other visible characters'

const oddCharacters = { error: unstorableTextMessage, abort: true }

/**
 * PostgreSQL stores no NUL and no lone surrogates. The server checks every string of a request, so that schemas need to
 * say it only for forms.
 */
export function isStorableText(written: string): boolean {
  return !written.includes('\0') && written.isWellFormed()
}

const isStorable = mini.refine<string>(isStorableText, oddCharacters)

/** Text of a user, without NUL and lone surrogates. */
export const text = mini.string().check(isStorable)

export function maxCharacters(max: number) {
  // A function, because the first number that is formatted in a process loads the locales.
  return mini.maxLength(max, { error: () => `Use at most ${max.toLocaleString('en')} characters` })
}

/**
 * Trimmed text with at least one visible character; `missing` is the message for text without any,
 * and for what is no text.
 */
export function visibleText(missing: string) {
  return mini.string({ error: missing }).check(
    isStorable,
    mini.trim(),
    mini.minLength(1, { error: missing, abort: true }),
    mini.refine((written) => isVisible(written), { error: missing }),
  )
}

/** The name of something: visible text on one line. */
export function nameText(missing: string) {
  return visibleText(missing).check(mini.refine((written) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(written), oddCharacters))
}

export const webAddressMessage = "A name can't contain a web address. If this is not an address, put a space after the dot."

/**
 * The name of a user or an organization, which others read in emails: mail programs turn what looks like a
 * web address into a link.
 */
export function ownerName(missing: string) {
  return nameText(missing).check(mini.refine((written) => !hasWebAddress(written), { error: webAddressMessage }))
}

/**
 * A scheme, a dot between letters or digits as in a host name, or an IPv4 address. NFKC and the ideographic full stop:
 * host names are read so (UTS #46).
 */
export function hasWebAddress(written: string): boolean {
  return /:\/\/|[\p{L}\p{N}][.\u3002](?:\p{L}{2}|xn--)|(?:^|\D)\d{1,3}(?:\.\d{1,3}){3}(?:\D|$)/iu.test(written.normalize('NFKC'))
}

/** Marks, spaces and joiners alone are invisible; so are the letters and signs that stand for a blank. */
export function isVisible(written: string): boolean {
  return /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(written)
}

/** Trimmed text or null; blank text is null. */
export function nullableText(maxLength: number) {
  const trimmed = text.check(mini.trim(), maxCharacters(maxLength))
  return mini.nullable(
    mini.pipe(
      trimmed,
      mini.transform((typed: string) => typed || null),
    ),
  )
}

/** A nullable text that is null when it is missing. */
export function optionalText(maxLength: number) {
  return mini._default(nullableText(maxLength), null)
}
