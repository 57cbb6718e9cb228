import { deleteExpiredResponses } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { deleteDueOrganizations, deleteDueOrganizationsTask } from './deletion/delete-organizations.ts'
import { sendDeletedEmail, sendDeletedEmailTask, sendDeletionEmail, sendDeletionEmailTask } from './deletion/deletion-emails.ts'
import { sendInvitationEmail, sendInvitationEmailTask } from './invitations/invitation-email.ts'
import { deleteOldInvitations } from './invitations/invitations.ts'

export function organizationJobs(deps: Deps): Job[] {
  return [
    { name: sendInvitationEmailTask, kind: 'mail', run: (payload) => sendInvitationEmail(deps, payload) },
    { name: 'delete-expired-responses', kind: 'upkeep', cron: '31 * * * *', run: () => deleteExpiredResponses(deps) },
    { name: 'delete-old-invitations', kind: 'upkeep', cron: '37 * * * *', run: () => deleteOldInvitations(deps) },
    { name: deleteDueOrganizationsTask, kind: 'upkeep', cron: '51 * * * *', run: () => deleteDueOrganizations(deps) },
    { name: sendDeletionEmailTask, kind: 'mail', run: (payload) => sendDeletionEmail(deps, payload) },
    { name: sendDeletedEmailTask, kind: 'mail', run: (payload) => sendDeletedEmail(deps, payload) },
  ]
}
