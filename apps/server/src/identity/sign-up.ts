import { confirmSignUpLetter, youHaveAnAccountLetter } from './identity-letters.ts'
import type { IdentityTools } from './identity-tools.ts'
import { insertPendingSignUp, makeLetterToken } from './letter-token-table.ts'
import { openAccount } from './open-account.ts'
import { hashPassword } from './password-hash.ts'
import { sendLetterOnRequest } from './send-letter.ts'
import { signIn } from './sign-in.ts'
import { signUpAllowance } from './throttle.ts'
import { type Credentials, selectCredentials } from './user-table.ts'

export type SignUpOutcome = { kind: 'signed-in'; userId: string } | { kind: 'letter' } | { kind: 'throttled' }

export interface SignUpForm {
  email: string
  fullName: string
  /** Has passed `passwordProblem`. */
  password: string
  network: string
}

const confirmationMs = 24 * 60 * 60_000

/**
 * A new person is signed in at once; an address that already has an account is answered with "we have sent you a letter", and so is every
 * address from a network that opened many accounts within the hour. Which of the two it was, only the letter says.
 * Whoever gives the right password of an existing account is simply signed in.
 */
export async function signUp(tools: IdentityTools, form: SignUpForm): Promise<SignUpOutcome> {
  const { db, throttle, instantSignUpsPerHour } = tools
  if (!(await throttle.take({ allowance: signUpAllowance, subject: form.network }))) return { kind: 'throttled' }

  const instant = { kind: 'instant sign-up', limit: instantSignUpsPerHour, windowMs: 60 * 60_000 }
  if (!(await throttle.take({ allowance: instant, subject: form.network }))) return answerByLetter(tools, form)

  const holder = await selectCredentials(db, form.email)
  if (holder !== undefined) return answerHolder(tools, form, holder)

  const userId = await openAccount(tools, { ...form, passwordHash: await hashPassword(form.password) })
  return userId === undefined ? answerByLetter(tools, form) : { kind: 'signed-in', userId }
}

/** Costs one comparison of hashes, as opening an account costs the making of one. */
async function answerHolder(tools: IdentityTools, form: SignUpForm, holder: Credentials): Promise<SignUpOutcome> {
  const outcome = await signIn(tools, form)
  if (outcome.kind !== 'wrong') return outcome
  tools.afterAnswer(() => sendLetterOnRequest(tools, youHaveAnAccountLetter(tools.origins.app, holder)))
  return { kind: 'letter' }
}

/** Everything that depends on the address happens after the answer. */
function answerByLetter(tools: IdentityTools, form: SignUpForm): SignUpOutcome {
  const { db, clock, origins } = tools
  tools.afterAnswer(async () => {
    const holder = await selectCredentials(db, form.email)
    if (holder !== undefined) return sendLetterOnRequest(tools, youHaveAnAccountLetter(origins.app, holder))
    const token = makeLetterToken()
    const pending = { email: form.email, full_name: form.fullName, password_hash: await hashPassword(form.password) }
    await insertPendingSignUp(db, token, pending, new Date(clock.now().getTime() + confirmationMs))
    await sendLetterOnRequest(tools, confirmSignUpLetter(origins.app, form.email, token))
  })
  return { kind: 'letter' }
}
