import type { InstanceStatus } from '@linkshelf/contract'
import { Popover } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatInstant } from '../../ui/formats/dates.ts'
import { formatCount } from '../../ui/formats/numbers.ts'
import { panelProps } from '../../ui/theme.ts'
import { instanceStatusQuery } from './instance-queries.ts'
import classes from './status-widget.module.css'

const partStates = { up: { tone: 'good', text: 'Working' }, down: { tone: 'bad', text: 'Not working' } } as const
const lowDisk = { tone: 'bad', text: 'Disk almost full' } as const
const losingClicks = { tone: 'bad', text: 'Losing clicks' } as const

/** The status of the instance. A click shows the status of each part. */
export function StatusWidget() {
  const { data, isPending, isError } = useQuery(instanceStatusQuery)
  const status = isError ? undefined : data
  const { tone, sentence } = isPending ? { tone: 'unknown', sentence: 'Checking status…' } : formatStatus(status)

  return (
    <Popover width={240} position="top-start" {...panelProps}>
      <Popover.Target>
        <button type="button" className={classes.button} data-tone={tone}>
          {sentence}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <StatusParts status={status} />
      </Popover.Dropdown>
    </Popover>
  )
}

function StatusParts({ status }: { status: InstanceStatus | undefined }) {
  if (status === undefined) return <p className={classes.note}>The status could not be loaded. It is checked again every minute.</p>
  return (
    <>
      <dl className={classes.parts}>
        {status.parts.map((part) => (
          <StatusRow key={part.name} label={partLabels[part.name]} {...partStates[part.status]} />
        ))}
        <StatusRow label="Click recording" {...(status.losing_clicks ? losingClicks : partStates.up)} />
        <StatusRow label="File uploads" {...(status.low_disk ? lowDisk : partStates.up)} />
        {status.daily_rollups && <StatusRow label="Daily statistics" {...formatRollups(status.daily_rollups)} />}
      </dl>
      <p className={classes.note}>Checked {formatInstant(status.checked_at)}</p>
    </>
  )
}

function StatusRow({ label, tone, text }: { label: string; tone: StatusTone; text: string }) {
  return (
    <div className={classes.part}>
      <dt>{label}</dt>
      <dd className={classes.state} data-tone={tone}>
        {text}
      </dd>
    </div>
  )
}

type StatusTone = 'good' | 'bad' | 'unknown'

/** The names of the parts on screen. */
const partLabels: Record<InstanceStatus['parts'][number]['name'], string> = {
  redirects: 'Redirects',
  database: 'Database',
  analytics: 'Analytics',
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Returns the status of all parts in one sentence; pass `undefined` when the status could not be loaded. */
export function formatStatus(status: InstanceStatus | undefined): { tone: StatusTone; sentence: string } {
  if (status === undefined) return { tone: 'unknown', sentence: 'Status unknown' }
  const down = status.parts.filter((part) => part.status === 'down').map(({ name }) => partLabels[name])
  if (down.length > 0) return { tone: 'bad', sentence: `Not working: ${list.format(down).toLowerCase()}` }
  if (status.losing_clicks) return { tone: 'bad', sentence: 'Some clicks are not being counted' }
  if (status.low_disk) return { tone: 'bad', sentence: 'No files can be uploaded' }
  return { tone: 'good', sentence: 'All systems operational' }
}

/** Returns whether the rollups of finished days are complete, or how late they are. */
export function formatRollups({ hours_late }: NonNullable<InstanceStatus['daily_rollups']>): { tone: StatusTone; text: string } {
  if (hours_late === 0) return { tone: 'good', text: 'Up to date' }
  const text = hours_late < 48 ? formatCount(hours_late, 'hour') : formatCount(Math.floor(hours_late / 24), 'day')
  return { tone: 'bad', text: `${text} late` }
}
