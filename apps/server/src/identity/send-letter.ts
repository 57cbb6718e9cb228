import type { Email } from '../platform/mail/mail.ts'
import type { IdentityTools } from './identity-tools.ts'
import { letterAllowance } from './throttle.ts'

/** For letters that anybody can cause: one address gets only a few an hour, the rest is left out. */
export async function sendLetterOnRequest(
  { throttle, mail, log }: Pick<IdentityTools, 'throttle' | 'mail' | 'log'>,
  letter: Email,
): Promise<void> {
  const isAllowed = await throttle.take({ allowance: letterAllowance, subject: letter.to.toLowerCase() })
  if (isAllowed) await mail.send(letter)
  else log.info({ subject: letter.subject }, 'A letter was left out: this address got several within the hour')
}
