import { isCopyForbidden, parseUploadAddress, type UploadPurpose, uploadTypes } from '@linkshelf/contract'
import { Button, Loader, Progress, TextInput } from '@mantine/core'
import { IconPhotoOff, IconPhotoPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { ProjectScope } from '../../api/api.ts'
import { showPercent } from '../../ui/formats/numbers.ts'
import { PictureDrop, PictureField } from '../../ui/forms/picture-drop.tsx'
import fieldClasses from '../../ui/forms/picture-field.module.css'
import classes from './image-field.module.css'
import { type UploadState, useUpload } from './use-upload.ts'

interface ImageFieldProps {
  scope: ProjectScope
  label: string
  /** The use of the picture, and the shape that suits it. */
  description?: string
  purpose?: UploadPurpose
  /** The address of the picture; empty for none. */
  value: string
  onChange: (value: string) => void
  /** The error of the form: why the address was rejected. */
  error?: ReactNode
  /** A form finds the field to focus by this attribute. */
  'data-path'?: string | undefined
}

/** A picture: dropped, pasted, chosen, or named by its address. Its value is always an address. */
export function ImageField({ scope, label, description, purpose = 'picture', value, onChange, error, ...formProps }: ImageFieldProps) {
  const upload = useUpload({ scope, purpose, onUploaded: ({ url }) => onChange(url) })
  const { state } = upload

  function change(next: string): void {
    upload.cancel()
    onChange(next)
  }

  return (
    <PictureField label={label} message={state.kind === 'failed' ? state.message : error} isBusy={state.kind === 'uploading'}>
      <PictureDrop
        name={label}
        thumb={<Thumb key={value} address={value} state={state} />}
        accept={uploadTypes}
        isFilled={value !== ''}
        onFile={upload.uploadFile}
        onRemove={() => change('')}
      >
        <Words state={state} value={value} description={description} />
      </PictureDrop>
      {/* An uploaded picture has an address of ours, which says nothing to its owner. */}
      {parseUploadAddress(value) === undefined && (
        <div className={fieldClasses.address}>
          <TextInput
            {...formProps}
            type="url"
            size="xs"
            aria-label={`Address of ${label.toLowerCase()}`}
            aria-invalid={error ? true : undefined}
            placeholder="or its address: https://…"
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={(event) => change(event.currentTarget.value)}
          />
          {canCopy(value) && (
            <Button variant="default" size="xs" disabled={state.kind === 'uploading'} onClick={() => upload.copyFrom(value)}>
              Store a copy
            </Button>
          )}
        </div>
      )}
    </PictureField>
  )
}

function Words({ state, value, description }: { state: UploadState; value: string; description: string | undefined }) {
  if (state.kind === 'uploading') {
    const { share } = state
    // Sent whole, a file is being encoded.
    const isSending = share !== undefined && share < 1
    return (
      <span role="status">
        {share === undefined ? 'Fetching the picture…' : isSending ? `Uploading… ${showPercent(share, 1)}` : 'Preparing the picture…'}
        <Progress
          className={classes.progress}
          size="xs"
          value={isSending ? share * 100 : 100}
          animated={!isSending}
          aria-label="Uploaded"
        />
      </span>
    )
  }
  const uploaded = parseUploadAddress(value)
  return (
    <>
      {uploaded === undefined ? 'Drop a picture here, paste or choose one.' : `Uploaded, ${uploaded.width} × ${uploaded.height} pixels.`}
      <small>{description ?? 'PNG, JPEG, WebP or GIF, 10 MB at most'}</small>
    </>
  )
}

function Thumb({ address, state }: { address: string; state: UploadState }) {
  const [isBroken, setBroken] = useState(false)
  if (state.kind === 'uploading') return <Loader size="xs" aria-hidden />
  if (address === '') return <IconPhotoPlus aria-hidden size={22} stroke={1.6} />
  if (isBroken || !URL.canParse(address)) return <IconPhotoOff role="img" aria-label="No picture at this address" size={22} stroke={1.6} />
  return <img src={address} alt="" onError={() => setBroken(true)} />
}

/** Another site's picture may become slow, or disappear. */
function canCopy(address: string): boolean {
  return URL.canParse(address) && /^https?:/i.test(address) && parseUploadAddress(address) === undefined && !isCopyForbidden(address)
}
