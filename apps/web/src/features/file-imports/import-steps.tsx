import type { FileImport } from '@linkshelf/contract'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../api/api.ts'
import { formatCount, formatNumber } from '../../ui/formats/numbers.ts'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import type { ImportKind } from './import-kind.ts'
import { ImportList } from './import-list.tsx'
import { canUndo, useDeleteImport, useImportReport, useStartImport, useUndoImport, useUploadFile } from './import-mutations.ts'
import classes from './import-panel.module.css'
import { IssueList } from './issue-list.tsx'

interface FileChoiceProps<One extends FileImport, Choices> {
  kind: ImportKind<One, Choices>
  scope: ProjectScope
  /** The imports of the project, latest first. */
  list: readonly One[]
  /** Shows an import in place of this step. */
  onShow: (importId: string) => void
  /** Asks whether an import is undone. */
  onUndo: (importId: string) => void
  onUploaded: (importId: string) => void
  onClose: () => void
}

export function FileChoice<One extends FileImport, Choices>({ kind, scope, list, onUploaded, ...props }: FileChoiceProps<One, Choices>) {
  const { label, hint, accept, Icon } = kind.file
  return (
    <div className={classes.panel}>
      <FileDrop label={label} hint={hint} accept={accept} Icon={Icon} {...useUploadFile(kind, scope, onUploaded)} />
      {kind.help}
      {kind.formatEffects && <ImportList kind={kind} scope={scope} list={list} {...props} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
      </Group>
    </div>
  )
}

interface StepProps<One extends FileImport, Choices> {
  kind: ImportKind<One, Choices>
  scope: ProjectScope
  shown: One
  onAnother: () => void
  onClose: () => void
}

/** Shows a file that can't be imported, and why. */
export function FailedFile<One extends FileImport, Choices>({ kind, shown, onAnother, onClose }: StepProps<One, Choices>) {
  return (
    <div className={classes.panel}>
      <p className={classes.problem} role="alert">
        <strong>{shown.file_name}</strong> cannot be imported. {shown.failure}
      </p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button onClick={onAnother} data-autofocus>
          {kind.texts.anotherAfterFailure}
        </Button>
      </Group>
    </div>
  )
}

/** Shows that the server checks a file, or imports it. */
export function RunningFile<One extends FileImport, Choices>({ kind, scope, shown, onAnother, onClose }: StepProps<One, Choices>) {
  const deletion = useDeleteImport(kind, scope)
  const undo = useUndoImport(kind, scope)
  const { file_name, state, processed, rows } = shown
  const isChecked = state === 'checking'
  const { checking, stop } = kind.texts
  return (
    <div className={classes.panel}>
      <p className={classes.file} role="status">
        {isChecked ? `${checking} ${file_name}…` : `${formatNumber(processed)} of ${formatCount(rows, 'row')} imported`}
      </p>
      <progress
        className={classes.progress}
        aria-label={isChecked ? checking : 'Imported'}
        {...(!isChecked && { value: processed, max: rows })}
      />
      <p className={classes.help}>You can close this. The import continues, and is shown here again.</p>
      <Group justify="flex-end">
        {isChecked || kind.undo === undefined ? (
          <Button variant="default" loading={deletion.isPending} onClick={() => deletion.mutate(shown, { onSettled: onAnother })}>
            {stop}
          </Button>
        ) : (
          <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate({ shown, includesClicked: false })}>
            Stop and undo
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </div>
  )
}

/** Shows the effects that the import would have, and asks for the remaining choices. */
export function CheckedFile<One extends FileImport, Choices>({ kind, scope, shown, onAnother }: StepProps<One, Choices>) {
  const [choices, setChoices] = useState(() => kind.initialChoices(shown))
  const start = useStartImport(kind, scope)
  const deletion = useDeleteImport(kind, scope)
  const { count, text } = kind.importable(shown, choices)
  const isComplete = kind.isComplete?.(shown, choices) ?? true
  return (
    <div className={classes.panel}>
      <p className={classes.file}>
        <strong>{shown.file_name}</strong> has {formatCount(shown.rows, 'row')}. Nothing is imported yet.
      </p>
      <Effects kind={kind} scope={scope} shown={shown} choices={choices} isForecast />
      {kind.Choices && <kind.Choices shown={shown} choices={choices} onChange={setChoices} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => deletion.mutate(shown, { onSettled: onAnother })} loading={deletion.isPending}>
          {kind.texts.another}
        </Button>
        <Button
          data-autofocus
          disabled={count === 0 || !isComplete}
          loading={start.isPending}
          onClick={() => start.mutate({ shown, choices })}
        >
          Import {text}
        </Button>
      </Group>
    </div>
  )
}

interface ImportedFileProps<One extends FileImport, Choices> extends StepProps<One, Choices> {
  /** Asks whether the import is undone. */
  onUndo: () => void
}

/** Shows what an import did. */
export function ImportedFile<One extends FileImport, Choices>(props: ImportedFileProps<One, Choices>) {
  const { kind, scope, shown, onUndo, onAnother, onClose } = props
  const { afterImport, importAnother } = kind.texts
  return (
    <div className={classes.panel}>
      <p className={classes.file} role="status">
        <strong>{shown.file_name}</strong> is imported.{afterImport && ` ${afterImport}`}
      </p>
      <Effects kind={kind} scope={scope} shown={shown} choices={kind.initialChoices(shown)} isForecast={false} />
      <Group justify="flex-end">
        {kind.undo !== undefined && canUndo(shown) && (
          <Button variant="default" onClick={onUndo}>
            Undo import
          </Button>
        )}
        <Button variant="default" onClick={onAnother}>
          {importAnother}
        </Button>
        {kind.undo !== undefined && kind.undo.countCreated(shown) > 0 ? (
          <Button component={RouteLink} to={kind.undo.toListPath(shown.import_id)} onClick={onClose} data-autofocus>
            {kind.undo.texts.show}
          </Button>
        ) : (
          <Button onClick={onClose} data-autofocus>
            Done
          </Button>
        )}
      </Group>
    </div>
  )
}

interface EffectsProps<One extends FileImport, Choices> extends Pick<StepProps<One, Choices>, 'kind' | 'scope' | 'shown'> {
  choices: Choices
  isForecast: boolean
}

function Effects<One extends FileImport, Choices>({ kind, scope, shown, ...props }: EffectsProps<One, Choices>) {
  const report = useImportReport(kind, scope, shown)
  const hasReport = kind.hasReport(shown)
  return (
    <>
      <kind.Summary {...props} shown={shown} report={hasReport ? report : undefined} />
      {hasReport && <IssueList kind={kind} scope={scope} shown={shown} choices={props.choices} />}
    </>
  )
}
