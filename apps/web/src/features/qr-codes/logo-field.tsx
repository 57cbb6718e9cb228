import { qrLogoMaxBytes, qrLogoTypes } from '@linkshelf/contract'
import { Button, Loader } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { showNumber } from '../../ui/numbers.ts'
import { LogoAddress } from './logo-address.tsx'
import classes from './logo-field.module.css'
import { readLogoFile } from './logo-input.ts'

interface LogoFieldProps {
  /** A data URL; the address of a picture while the server fetches it. */
  logo: string | null
  /** Why the server rejected the last one. */
  error: string | undefined
  onChange: (logo: string | null) => void
}

/** The picture in the middle of a code: uploaded, dropped, or fetched from an address. */
export function LogoField({ logo, error, onChange }: LogoFieldProps) {
  const problemId = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  const message = problem ?? error

  async function take(file: File | undefined): Promise<void> {
    if (file === undefined) return
    const input = await readLogoFile(file)
    setProblem('problem' in input ? input.problem : undefined)
    if ('logo' in input) onChange(input.logo)
  }

  return (
    <fieldset className={classes.field} aria-describedby={message === undefined ? undefined : problemId}>
      <legend className={classes.legend}>Logo</legend>
      {/* Dropping is a shortcut for the button in it. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
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
          void take(event.dataTransfer.files[0])
        }}
      >
        <LogoThumb logo={logo} />
        <span className={classes.words}>
          {logo === null ? 'Drop a picture here, or choose one.' : 'Shown in the middle of the code.'}
          <small>PNG, JPEG, WebP or GIF, {showNumber(qrLogoMaxBytes / 1_000)} KB at most</small>
        </span>
        <span className={classes.buttons}>
          <Button ref={button} variant="default" size="xs" onClick={() => chooser.current?.click()}>
            {logo === null ? 'Choose picture' : 'Replace'}
          </Button>
          {logo !== null && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              aria-label="Remove logo"
              onClick={() => {
                onChange(null)
                setProblem(undefined)
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
          aria-label="Logo file"
          tabIndex={-1}
          accept={qrLogoTypes.join(',')}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0])
            // The same file may be chosen again after it was corrected.
            event.currentTarget.value = ''
          }}
        />
      </div>
      <LogoAddress onProblem={setProblem} onChange={onChange} />
      {message !== undefined && (
        <p id={problemId} className={classes.problem} role="alert">
          {message}
        </p>
      )}
    </fieldset>
  )
}

function LogoThumb({ logo }: { logo: string | null }) {
  if (logo === null) {
    return (
      <span className={classes.thumb}>
        <IconPhotoPlus aria-hidden size={22} stroke={1.6} />
      </span>
    )
  }
  return (
    <span className={classes.thumb}>
      {logo.startsWith('data:') ? <img src={logo} alt="The logo" /> : <Loader size="xs" aria-label="Fetching the logo" />}
    </span>
  )
}
