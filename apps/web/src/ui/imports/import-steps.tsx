import { Button, Group } from '@mantine/core'
import { showCount, showNumber } from '../formats/numbers.ts'
import classes from './import-panel.module.css'

interface FailedFileProps {
  fileName: string
  failure: string | null
  /** The text of the button that chooses another file. */
  another: string
  onAnother: () => void
  onClose: () => void
}

/** A file that can't be imported, and why. */
export function FailedFile({ fileName, failure, another, onAnother, onClose }: FailedFileProps) {
  return (
    <div className={classes.panel}>
      <p className={classes.problem} role="alert">
        <strong>{fileName}</strong> cannot be imported. {failure}
      </p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button onClick={onAnother} data-autofocus>
          {another}
        </Button>
      </Group>
    </div>
  )
}

interface RunningFileProps {
  fileName: string
  /** The step before the import: "Checking". Undefined while the file is imported. */
  before: string | undefined
  processed: number
  rows: number
  /** The text of the button that ends the import. */
  stop: string
  isStopping: boolean
  onStop: () => void
  onClose: () => void
}

/** Shown while the server checks a file, or imports it. */
export function RunningFile({ fileName, before, processed, rows, stop, isStopping, onStop, onClose }: RunningFileProps) {
  return (
    <div className={classes.panel}>
      <p className={classes.file} role="status">
        {before === undefined ? `${showNumber(processed)} of ${showCount(rows, 'row')} imported` : `${before} ${fileName}…`}
      </p>
      <progress
        className={classes.progress}
        aria-label={before ?? 'Imported'}
        {...(before === undefined && { value: processed, max: rows })}
      />
      <p className={classes.help}>You can close this. The import continues, and is shown here again.</p>
      <Group justify="flex-end">
        <Button variant="default" loading={isStopping} onClick={onStop}>
          {stop}
        </Button>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </div>
  )
}
