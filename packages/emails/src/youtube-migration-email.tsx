import { ActionButton, Paragraph } from './layout/email-parts.tsx'
import { type RenderedEmail, renderEmail } from './layout/render-email.tsx'

interface FinishedRun {
  kind: 'migrate' | 'undo'
  channel: string
  /** Number of videos whose descriptions are now as the run intended. */
  done: number
  /**
   * Number of videos that were not changed, because they were edited since the scan, or since the migration that is
   * undone.
   */
  edited: number
  /** Number of all other videos that were not changed, for example because YouTube rejected the new description. */
  failed: number
  /** The URL of the channel in the dashboard. */
  channelUrl: string
}

/**
 * The email that is sent when a migration of a YouTube channel, or its undo, has finished all videos. The user who
 * started it gets the email.
 */
export function renderYoutubeMigrationEmail({ kind, channel, done, edited, failed, channelUrl }: FinishedRun): RenderedEmail {
  const what = kind === 'undo' ? 'The undo of your YouTube migration has finished' : 'Your YouTube migration has finished'
  const result =
    kind === 'undo' ? `Restored: ${formatVideoCount(done)} of ${channel}.` : `Migrated: ${formatVideoCount(done)} of ${channel}.`
  return renderEmail({
    kind: 'youtube_migration',
    details: [result],
    subject: `${what}: ${channel}`,
    heading: what,
    preview: result,
    children: (
      <>
        <Paragraph>{result}</Paragraph>
        {edited > 0 && <Paragraph>{`Not changed, because somebody edited them since: ${formatVideoCount(edited)}.`}</Paragraph>}
        {failed > 0 && <Paragraph>{`Not changed: ${formatVideoCount(failed)}. The dashboard says why.`}</Paragraph>}
        <ActionButton href={channelUrl}>See the result</ActionButton>
      </>
    ),
  })
}

function formatVideoCount(count: number): string {
  return count === 1 ? '1 video' : `${count.toLocaleString('en')} videos`
}
