import type { InstanceStatus } from '@linkshelf/contract'
import { showInstant } from '../../ui/formats/dates.ts'
import { DropdownPanel } from '../../ui/overlays/dropdown-panel.tsx'
import { partLabels, type StatusTone, showRollups } from './show-status.ts'
import classes from './status-widget.module.css'

interface StatusPartsProps {
  button: React.ReactElement<{ onClick?: () => void }>
  status: InstanceStatus | undefined
}

const partStates = { up: { tone: 'good', text: 'Working' }, down: { tone: 'bad', text: 'Not working' } } as const
const losingClicks = { tone: 'bad', text: 'Losing clicks' } as const

export function StatusParts({ button, status }: StatusPartsProps) {
  return (
    <DropdownPanel button={button} width={240} position="top-start">
      {status === undefined ? (
        <p className={classes.note}>The status could not be loaded. It is checked again every minute.</p>
      ) : (
        <>
          <dl className={classes.parts}>
            {status.parts.map((part) => (
              <StatusRow key={part.name} label={partLabels[part.name]} {...partStates[part.status]} />
            ))}
            <StatusRow label="Click recording" {...(status.losing_clicks ? losingClicks : partStates.up)} />
            {status.daily_rollups && <StatusRow label="Daily statistics" {...showRollups(status.daily_rollups)} />}
          </dl>
          <p className={classes.note}>Checked {showInstant(status.checked_at)}</p>
        </>
      )}
    </DropdownPanel>
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
