import { hasWebAddress, webAddressMessage } from '@linkshelf/contract'
import { z } from 'zod'
import type { PageContext } from './auth-site.ts'
import type { FieldErrors, FormState } from './form-fields.ts'

const email = z
  .string()
  .trim()
  .max(254, { error: 'Use at most 254 characters.' })
  .pipe(z.email({ error: 'Enter a valid email address.' }))

function visibleText(maxLength: number, missing = 'Enter a name.') {
  return z
    .string()
    .trim()
    .min(1, { error: missing })
    .max(maxLength, { error: `Use at most ${maxLength} characters.` })
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u, { error: 'Use letters and other visible characters.' })
}

const fullName = visibleText(80, 'Enter your name.').refine((name) => !hasWebAddress(name), { error: webAddressMessage })

/** Rejects input that is too long to hash; `findPasswordProblem` has the password rules. */
const password = z.string().min(1, { error: 'Enter your password.' }).max(1_000, { error: 'Use at most 128 characters.' })
const token = z.string().max(100)
const code = z.string().max(100)

export const signInForm = z.object({ email, password })
export const signUpForm = z.object({ email, full_name: fullName, password })
export const forgotForm = z.object({ email })
export const joinForm = z.object({ token, full_name: fullName, password })
export const tokenForm = z.object({ token, password })
export const passkeyNameForm = z.object({ name: visibleText(60) })
/** The code is only needed if the account has a second factor. */
export const passwordForm = z.object({ password, code: z.string() })
export const nameForm = z.object({ full_name: fullName })
/** The password is only needed if the sign-in is not recent. */
export const emailChangeForm = z.object({ email, password: z.string().max(1_000, { error: 'Use at most 128 characters.' }), code })
/** The password is only needed if the browser is not signed in. */
export const addressTokenForm = z.object({ token, password: emailChangeForm.shape.password })

/** The code of a signed-in user; the password is only needed if the sign-in is not recent. */
export const codeForm = z.object({ password: emailChangeForm.shape.password, code })

type FormSchema =
  | typeof signInForm
  | typeof signUpForm
  | typeof forgotForm
  | typeof joinForm
  | typeof tokenForm
  | typeof nameForm
  | typeof passkeyNameForm
  | typeof passwordForm
  | typeof emailChangeForm
  | typeof addressTokenForm
  | typeof codeForm

export class MalformedFormError extends Error {}

/**
 * Parses the submitted form. Returns its values as they were sent, and the values that may be shown again. Throws
 * MalformedFormError.
 */
export async function readForm<S extends FormSchema>(context: PageContext, schema: S) {
  const body = await parseForm(context)
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : '')
  const typed: FormState['typed'] = {
    email: text('email').slice(0, 254),
    full_name: text('full_name').slice(0, 80),
    name: text('name').slice(0, 80),
  }
  const values = {
    email: text('email'),
    full_name: text('full_name'),
    name: text('name'),
    password: text('password'),
    token: text('token'),
    code: text('code'),
  }
  return { typed, values, form: schema.safeParse(values) as ReturnType<S['safeParse']> }
}

/** Returns the token of a submitted form, even if other fields are invalid. */
export function readToken(context: PageContext): Promise<string> {
  return readField(context, 'token')
}

/** Returns the first characters of a field, or an empty string if the form does not have it. */
export async function readField(context: PageContext, name: string, maxLength = 100): Promise<string> {
  const value = (await parseForm(context))[name]
  return typeof value === 'string' ? value.slice(0, maxLength) : ''
}

async function parseForm(context: PageContext): Promise<Awaited<ReturnType<PageContext['req']['parseBody']>>> {
  try {
    return await context.req.parseBody()
  } catch (cause) {
    throw new MalformedFormError('The body is not a form', { cause })
  }
}

/** Returns the first error of each field. */
export function toFieldErrors(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of error.issues) {
    const name = path[0]
    if (name === 'email' || name === 'full_name' || name === 'name' || name === 'password' || name === 'code') errors[name] ??= message
    else errors.form ??= message
  }
  return errors
}
