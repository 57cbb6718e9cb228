import { type YoutubeChannel, youtubeChannelErrorTexts } from '@linkshelf/contract'
import { Button, Group, Title } from '@mantine/core'
import { Can, useCan } from '../../session/permissions.tsx'
import { Card } from '../../ui/card.tsx'
import { formatInstant } from '../../ui/formats/dates.ts'
import { formatCount, formatNumber } from '../../ui/formats/numbers.ts'
import { openDialog } from '../../ui/overlays/dialogs.tsx'
import { Tag } from '../../ui/tag.tsx'
import classes from './channel.module.css'
import { type ChannelScope, useScan, useStop } from './channel-mutations.ts'
import { isWorkedOn } from './channel-queries.ts'
import { countUndoable, countVideos, toShownState } from './channel-state.ts'

interface StatusCardProps {
  scope: ChannelScope
  channel: YoutubeChannel
  canScan: boolean
}

/** Shows what the server is doing with the channel, or what it did last. */
export function StatusCard({ scope, channel, canScan }: StatusCardProps) {
  const { label, tone } = toShownState(channel)
  const scan = useScan(scope)
  const isBusy = isWorkedOn(channel)
  const canChange = useCan('youtubeChannels.scan')
  const canUndo = !isBusy && countUndoable(channel) > 0
  return (
    <Card aria-label="Status" role="region">
      <div className={classes.form}>
        <div className={classes.head}>
          <Title order={3}>Status</Title>
          <Tag tone={tone}>{label}</Tag>
        </div>
        {channel.status === 'migrating' ? <Run scope={scope} channel={channel} /> : <Scan channel={channel} />}
        {!isBusy && canChange && (
          <Group gap="xs">
            <Button variant="default" size="xs" disabled={!canScan} loading={scan.isPending} onClick={() => scan.mutate()}>
              Scan again
            </Button>
            {canUndo && (
              <Button
                variant="default"
                size="xs"
                disabled={channel.connection !== 'connected'}
                onClick={({ currentTarget }) =>
                  void openDialog(
                    () => import('./undo-dialog.tsx').then(({ undoAllDialog }) => undoAllDialog(scope, channel)),
                    currentTarget,
                  )
                }
              >
                Undo all
              </Button>
            )}
          </Group>
        )}
      </div>
    </Card>
  )
}

function Scan({ channel }: { channel: YoutubeChannel }) {
  const { status, error, linksFound, linksReplaced, scanned_at, videos, paused_until } = channel
  const read = countVideos(channel)
  if (status === 'pending')
    return (
      <p role="status">
        {`The scan starts ${paused_until === null ? 'in a moment' : `on ${formatInstant(paused_until)}`}. You can leave this page, it continues.`}
      </p>
    )
  if (status === 'scanning')
    return (
      <>
        <p role="status">
          {`${formatCount(read, 'video')} read so far. `}
          {paused_until === null
            ? 'You can leave this page, it continues.'
            : `YouTube’s quota for today is used up. The scan continues by itself on ${formatInstant(paused_until)}, at midnight Pacific time.`}
        </p>
        <progress className={classes.progress} aria-label="Scan" />
      </>
    )
  if (status === 'failed')
    return (
      <p className={classes.problem} role="alert">
        {youtubeChannelErrorTexts[error ?? 'youtube_failed']}
      </p>
    )
  const shorts = videos.short ?? 0
  return (
    <>
      {status === 'completed' && (
        <p>
          {formatCount(linksReplaced, 'link')} in {formatCount(videos.migrated ?? 0, 'video')} replaced. The original descriptions are
          stored.
        </p>
      )}
      <p className={classes.caption}>
        {formatCount(linksFound, 'link')} found in {formatCount(read, 'video')}
        {shorts > 0 &&
          `. ${formatNumber(shorts)} ${shorts === 1 ? 'is a Short: its links' : 'are Shorts: their links'} aren’t clickable, so we skip them`}
        .{scanned_at !== null && ` Scanned ${formatInstant(scanned_at)}.`}
      </p>
    </>
  )
}

function Run({ scope, channel: { run, paused_until } }: { scope: ChannelScope; channel: YoutubeChannel }) {
  const stop = useStop(scope)
  const isUndo = run?.kind === 'undo'
  return (
    <>
      <p role="status">
        {run === null
          ? 'The migration starts in a moment.'
          : `${formatNumber(run.done)} of ${formatCount(run.total, 'video')} ${isUndo ? 'restored' : 'done'}.`}{' '}
        {paused_until === null
          ? 'You can leave this page, it continues.'
          : `YouTube’s quota for today is used up. The run continues by itself on ${formatInstant(paused_until)}, at midnight Pacific time.`}
      </p>
      <progress
        className={classes.progress}
        aria-label={isUndo ? 'Undo' : 'Migration'}
        {...(run !== null && { value: run.done, max: Math.max(1, run.total) })}
      />
      <Can call="youtubeChannels.stop">
        <div>
          <Button variant="default" size="xs" loading={stop.isPending} onClick={() => stop.mutate()}>
            Stop
          </Button>
        </div>
      </Can>
    </>
  )
}
