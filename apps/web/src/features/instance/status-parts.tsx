import type { InstanceStatus } from '@linkshelf/contract'
import { showInstant } from '../../ui/dates.ts'
import { DropdownPanel } from '../../ui/dropdown-panel.tsx'
import { partLabels } from './show-status.ts'
import classes from './status-widget.module.css'

interface StatusPartsProps {
  button: React.ReactElement<{ onClick?: () => void }>
  status: InstanceStatus | undefined
}

export function StatusParts({ button, status }: StatusPartsProps) {
  return (
    <DropdownPanel button={button} width={240} position="top-start">
      {status === undefined ? (
        <p className={classes.note}>The status could not be loaded. It is checked again every minute.</p>
      ) : (
        <>
          <dl className={classes.parts}>
            {status.parts.map((part) => (
              <div key={part.name} className={classes.part}>
                <dt>{partLabels[part.name]}</dt>
                <dd className={classes.state} data-tone={part.status === 'up' ? 'good' : 'bad'}>
                  {part.status === 'up' ? 'Working' : 'Not working'}
                </dd>
              </div>
            ))}
          </dl>
          <p className={classes.note}>Checked {showInstant(status.checked_at)}</p>
        </>
      )}
    </DropdownPanel>
  )
}
