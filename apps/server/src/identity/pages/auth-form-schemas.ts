import { z } from 'zod'
import type { Problems } from './form-fields.ts'

const email = z
  .string()
  .trim()
  .max(254, { error: 'Use at most 254 characters.' })
  .pipe(z.email({ error: 'Enter a valid e-mail address.' }))

const fullName = z
  .string()
  .trim()
  .min(1, { error: 'Enter your name.' })
  .max(80, { error: 'Use at most 80 characters.' })
  .regex(/^[^\p{Cc}\p{Cf}]+$/u, { error: 'Use letters and other visible characters.' })

/** Long input is cut off before anything is computed from it; what a password must be is said by `passwordProblem`. */
const password = z.string().min(1, { error: 'Enter your password.' }).max(1_000, { error: 'Use at most 128 characters.' })
const token = z.string().max(100)

export const signInForm = z.object({ email, password })
export const signUpForm = z.object({ email, full_name: fullName, password })
export const forgotForm = z.object({ email })
export const letterForm = z.object({ token, password })

/** The first problem of each field. */
export function problemsOf(error: z.ZodError): Problems {
  const problems: Problems = {}
  for (const { path, message } of error.issues) {
    const name = path[0]
    if (name === 'email' || name === 'full_name' || name === 'password') problems[name] ??= message
    else problems.form ??= message
  }
  return problems
}
