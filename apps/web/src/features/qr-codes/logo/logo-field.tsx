import { qrLogoMaxBytes, qrLogoTypes } from '@linkshelf/contract'
import { Loader } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { showNumber } from '../../../ui/formats/numbers.ts'
import { PictureDrop, PictureField } from '../../../ui/forms/picture-drop.tsx'
import { LogoAddress } from './logo-address.tsx'
import { readLogoFile } from './logo-input.ts'

interface LogoFieldProps {
  /** A data URL; the address of a picture while the server fetches it. */
  logo: string | null
  /** Why the server rejected the last one. */
  error: string | undefined
  onChange: (logo: string | null) => void
}

/** The picture in the middle of a code: uploaded, dropped, pasted, or fetched from an address. */
export function LogoField({ logo, error, onChange }: LogoFieldProps) {
  const [problem, setProblem] = useState<string>()

  async function take(file: File): Promise<void> {
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
        onFile={take}
        onRemove={() => {
          onChange(null)
          setProblem(undefined)
        }}
      >
        {logo === null ? 'Drop a picture here, paste or choose one.' : 'Shown in the middle of the code.'}
        <small>PNG, JPEG, WebP or GIF, {showNumber(qrLogoMaxBytes / 1_000)} KB at most</small>
      </PictureDrop>
      <LogoAddress onProblem={setProblem} onChange={onChange} />
    </PictureField>
  )
}

function LogoThumb({ logo }: { logo: string | null }) {
  if (logo === null) return <IconPhotoPlus aria-hidden size={22} stroke={1.6} />
  return logo.startsWith('data:') ? <img src={logo} alt="The logo" /> : <Loader size="xs" aria-label="Fetching the logo" />
}
