import { linkMessages, logoInvalidMessage, parseTypedDestination, qrLogoMaxBytes, qrLogoTypes } from '@linkshelf/contract'
import { Button, Loader, TextInput } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { formatNumber } from '../../../ui/formats/numbers.ts'
import { PictureDrop, PictureField } from '../../../ui/forms/picture-drop.tsx'
import classes from '../../../ui/forms/picture-field.module.css'

interface LogoFieldProps {
  /** A data URL, or the address of a picture while the server fetches it. */
  logo: string | null
  /** Why the server rejected the last logo. */
  error: string | undefined
  onChange: (logo: string | null) => void
}

/** The picture in the middle of a QR code. The user can upload it, drop it, paste it, or enter its address. */
export function LogoField({ logo, error, onChange }: LogoFieldProps) {
  const [problem, setProblem] = useState<string>()

  async function acceptFile(file: File): Promise<void> {
    const input = await readLogoFile(file)
    setProblem('problem' in input ? input.problem : undefined)
    if ('logo' in input) onChange(input.logo)
  }

  return (
    <PictureField label="Logo" message={problem ?? error}>
      <PictureDrop
        name="Logo"
        thumb={<LogoThumb logo={logo} />}
        accept={qrLogoTypes}
        isFilled={logo !== null}
        onFile={acceptFile}
        onRemove={() => {
          onChange(null)
          setProblem(undefined)
        }}
      >
        {logo === null ? 'Drop a picture here, paste or choose one.' : 'Shown in the middle of the code.'}
        <small>PNG, JPEG, WebP or GIF, {formatNumber(qrLogoMaxBytes / 1_000)} KB at most</small>
      </PictureDrop>
      <LogoAddress onProblem={setProblem} onChange={onChange} />
    </PictureField>
  )
}

function LogoThumb({ logo }: { logo: string | null }) {
  if (logo === null) return <IconPhotoPlus aria-hidden size={22} stroke={1.6} />
  return logo.startsWith('data:') ? <img src={logo} alt="The logo" /> : <Loader size="xs" aria-label="Fetching the logo" />
}

interface LogoAddressProps {
  onProblem: (problem: string | undefined) => void
  onChange: (address: string) => void
}

function LogoAddress({ onProblem, onChange }: LogoAddressProps) {
  const [typed, setTyped] = useState('')

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const input = parseLogoAddress(typed)
    if ('problem' in input) {
      onProblem(input.problem)
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    onProblem(undefined)
    onChange(input.logo)
  }

  return (
    <form className={classes.address} onSubmit={submit} noValidate>
      <TextInput
        type="url"
        size="xs"
        aria-label="Address of a logo"
        placeholder="or its address: https://…"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onProblem(undefined)
        }}
      />
      <Button type="submit" variant="default" size="xs">
        Use address
      </Button>
    </form>
  )
}

/** A logo to save, or the message for the field. */
type LogoInput = { logo: string } | { problem: string }

/**
 * Returns the file as a data URL. If the file is too large or is not an accepted picture, returns a message instead.
 */
async function readLogoFile(file: File): Promise<LogoInput> {
  const isPicture = qrLogoTypes.some((type) => type === file.type)
  if (!isPicture || file.size > qrLogoMaxBytes) return { problem: logoInvalidMessage }
  try {
    return { logo: await readDataUrl(file) }
  } catch {
    return { problem: logoInvalidMessage }
  }
}

/** Returns the typed address of a picture, or a message if the address is not valid. The server fetches the picture. */
function parseLogoAddress(typed: string): LogoInput {
  const address = parseTypedDestination(typed)
  return address === undefined ? { problem: linkMessages.invalidUrl } : { logo: address }
}

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
