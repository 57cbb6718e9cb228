// The emails about changes of an account's passkeys. They don't contain a passkey's name, because a user typed it.
import { accountPath, type UserId } from '@linkshelf/contract'
import { renderPasskeyAddedEmail, renderPasskeyRemovedEmail } from '@linkshelf/emails'
import type { MailDeps } from '../../platform/deps.ts'
import { enqueueJob, type Job } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { maxEmailAttempts, sendToUser, toPageUrls } from '../emails/email-jobs.ts'

const tasks = { added: 'send-passkey-added-email', removed: 'send-passkey-removed-email' } as const

export function enqueuePasskeyNotice(tx: Tx, to: UserId, change: keyof typeof tasks): Promise<void> {
  return enqueueJob(tx, tasks[change], { userId: to }, { maxAttempts: maxEmailAttempts })
}

export function passkeyEmailJobs(deps: MailDeps): Job[] {
  const urls = { accountUrl: `${deps.origins.app}${accountPath}`, forgotUrl: toPageUrls(deps).forgotUrl }
  return [
    { name: tasks.added, kind: 'mail', run: (payload) => sendToUser(deps, payload, renderPasskeyAddedEmail(urls)) },
    { name: tasks.removed, kind: 'mail', run: (payload) => sendToUser(deps, payload, renderPasskeyRemovedEmail(urls)) },
  ]
}
