import { renderBackupFailureEmail } from '@linkshelf/emails'
import { z } from 'zod'
import type { MailDeps } from '../../platform/deps.ts'
import { formatBytes } from '../../platform/format-bytes.ts'
import type { Job } from '../../platform/jobs.ts'
import { selectFailureToReport } from './backup-runs-table.ts'
import { findBackupStatus } from './backup-status.ts'
import { sendBackupFailureEmailTask } from './record-run.ts'

export function backupJobs(deps: MailDeps, operatorEmail: string | undefined): Job[] {
  return [{ name: sendBackupFailureEmailTask, kind: 'mail', run: (payload) => sendBackupFailureEmail(deps, operatorEmail, payload) }]
}

const jobPayload = z.object({ runId: z.number() })

/**
 * The background job that emails the operator about a failed back-up or check. Sends nothing if a later run succeeded,
 * or if the instance has no operator's address.
 */
export async function sendBackupFailureEmail(deps: MailDeps, operatorEmail: string | undefined, payload: unknown): Promise<void> {
  if (operatorEmail === undefined) return
  const { runId } = jobPayload.parse(payload)
  const failure = await selectFailureToReport(deps.db, runId)
  if (failure?.error == null) return
  const { newest } = await findBackupStatus(deps.db)
  await deps.mail.send({
    to: operatorEmail,
    key: `backup-failure:${runId}`,
    ...renderBackupFailureEmail({
      kind: failure.kind,
      host: new URL(deps.origins.app).host,
      reason: failure.error,
      backup: failure.backup ?? undefined,
      newest: newest && `${newest.name}, ${formatBytes(newest.bytes)}`,
    }),
  })
}
