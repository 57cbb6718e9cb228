import { makeStoreHandle, storeMessages, storeNameMaxLength } from '@linkshelf/contract'
import { Loader, TextInput, type TextInputProps } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import classes from './store-name-field.module.css'
import type { NameCheck } from './use-name-check.ts'

interface StoreNameFieldProps extends TextInputProps {
  check: NameCheck
  /** The address of the store without its handle, for example "sho.rt/@". Undefined until the store exists. */
  addressStart?: string | undefined
}

const words: Record<NameCheck, string> = {
  idle: '',
  checking: 'Checking…',
  available: 'This name is available.',
  unavailable: '',
}

/** Edits the store name. Shows the resulting address, and whether the name is available. */
export function StoreNameField({ check, addressStart, error, ...input }: StoreNameFieldProps) {
  const handle = makeStoreHandle(String(input.value ?? ''))
  return (
    <div>
      <TextInput
        {...input}
        label="Store name"
        description={addressStart !== undefined && handle !== '' ? `Your address: ${addressStart}${handle}` : undefined}
        required
        autoComplete="off"
        maxLength={storeNameMaxLength}
        error={error || (check === 'unavailable' && storeMessages.nameTaken)}
        rightSection={
          check === 'checking' ? (
            <Loader size={16} aria-hidden />
          ) : check === 'available' ? (
            <IconCheck aria-hidden size={17} className={classes.available} />
          ) : null
        }
      />
      {/* A live region must be in the document before its text changes, so it is rendered even without a text. */}
      <p className={classes.status} role="status">
        {words[check]}
      </p>
    </div>
  )
}
