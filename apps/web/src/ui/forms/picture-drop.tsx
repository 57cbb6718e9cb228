import { Button } from '@mantine/core'
import { type ClipboardEvent, type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import classes from './picture-drop.module.css'
import pictureFieldClasses from './picture-field.module.css'

interface PictureDropProps {
  /** The name of the picture: "Logo". */
  name: string
  /** Shown in the square at the start. */
  thumb: ReactNode
  children: ReactNode
  /** The media types that may be chosen. */
  accept: readonly string[]
  isFilled: boolean
  onFile: (file: File) => void
  onRemove: () => void
}

/**
 * A place for one picture, which the user drops, pastes, chooses or removes. Dropping and pasting are shortcuts for the
 * button in it.
 */
export function PictureDrop({ name, thumb, children, accept, isFilled, onFile, onRemove }: PictureDropProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOver, setOver] = useState(false)

  function acceptFirstFile(event: DragEvent | ClipboardEvent, files: FileList): void {
    const [file] = files
    if (file === undefined) return
    event.preventDefault()
    onFile(file)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        acceptFirstFile(event, event.dataTransfer.files)
      }}
      onPaste={(event) => acceptFirstFile(event, event.clipboardData.files)}
    >
      <span className={classes.thumb}>{thumb}</span>
      <span className={classes.words}>{children}</span>
      <span className={classes.buttons}>
        <Button ref={button} variant="default" size="xs" onClick={() => chooser.current?.click()}>
          {isFilled ? 'Replace' : 'Choose picture'}
        </Button>
        {isFilled && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            aria-label={`Remove ${name.toLowerCase()}`}
            onClick={() => {
              onRemove()
              button.current?.focus()
            }}
          >
            Remove
          </Button>
        )}
      </span>
      <input
        ref={chooser}
        type="file"
        className="visually-hidden"
        aria-label={`${name} file`}
        tabIndex={-1}
        accept={accept.join(',')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file !== undefined) onFile(file)
          // Reset, so that the user can choose the same file again after correcting it.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}

interface PictureFieldProps {
  label: string
  /** Why a picture was rejected. */
  message: ReactNode
  isBusy?: boolean
  /** The picture with its drop area, and the field for its URL. */
  children: ReactNode
}

/** A form field for a picture, with its label and its error message. */
export function PictureField({ label, message, isBusy, children }: PictureFieldProps) {
  const messageId = useId()
  return (
    <fieldset className={pictureFieldClasses.field} aria-describedby={message ? messageId : undefined} aria-busy={isBusy}>
      <legend className={pictureFieldClasses.legend}>{label}</legend>
      {children}
      {message ? (
        <p id={messageId} className={pictureFieldClasses.message} role="alert">
          {message}
        </p>
      ) : null}
    </fieldset>
  )
}
