import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import classes from './file-drop.module.css'

interface FileDropProps {
  /** The accessible name of the field: "CSV file". */
  label: string
  /** The accepted types and the maximum size: "Drop a CSV file here, 10 MB at most." */
  hint: string
  accept: string
  Icon: Icon
  isLoading: boolean
  problem: string | null | undefined
  onFile: (file: File) => void
}

/** An area where the user drops or chooses a file. It says why a file was rejected. */
export function FileDrop({ label, hint, accept, Icon, isLoading, problem, onFile }: FileDropProps) {
  const problemId = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  function acceptFile(file: File | undefined): void {
    if (file !== undefined && !isLoading) onFile(file)
  }

  function handleDrop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    acceptFile(event.dataTransfer.files[0])
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={handleDrop}
      >
        <Icon aria-hidden size={30} stroke={1.4} />
        <span>{hint}</span>
        <Button
          data-autofocus
          loading={isLoading}
          aria-describedby={problem ? problemId : undefined}
          onClick={() => chooser.current?.click()}
        >
          Choose file
        </Button>
        <input
          ref={chooser}
          type="file"
          className="visually-hidden"
          aria-label={label}
          tabIndex={-1}
          accept={accept}
          onChange={({ currentTarget }) => {
            acceptFile(currentTarget.files?.[0])
            // Reset, so that the user can choose the same file again after correcting it.
            currentTarget.value = ''
          }}
        />
      </div>
      {problem && (
        <p id={problemId} className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
