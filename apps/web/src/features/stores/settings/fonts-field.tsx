import { parseFontsAddress } from '@linkshelf/contract'
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api/api.ts'
import { errorDetails } from '../../../ui/errors/error-details.ts'
import classes from './settings.module.css'
import type { StoreForm } from './use-store-form.ts'

const copyFailed = 'The fonts could not be copied. Please try again.'

/**
 * The address of a style sheet of fonts. Fonts of another site can be copied, so that visitors of the store load
 * nothing from that site.
 */
export function FontsField({ scope, form: { field, values, set } }: { scope: ProjectScope; form: StoreForm }) {
  const address = values.custom_fonts_url
  const copy = useMutation({
    mutationFn: (url: string) => api.uploads.copyFonts.call({ params: scope, body: { url } }),
    onSuccess: ({ url }) => set('custom_fonts_url', url),
  })
  const isCopied = parseFontsAddress(address) !== undefined
  const input = field('custom_fonts_url')

  return (
    <div className={classes.fonts}>
      <TextInput
        {...input}
        type="url"
        label="Custom fonts URL"
        description={
          isCopied
            ? 'Copied to this server: visitors load no fonts from another site.'
            : 'Paste a Google Fonts link. We use its first font.'
        }
        placeholder="https://fonts.googleapis.com/css2?family=…"
        spellCheck={false}
        autoComplete="off"
        readOnly={copy.isPending}
        error={copy.isError ? errorDetails(copy.error, copyFailed).message : input.error}
        onChange={(event) => {
          copy.reset()
          input.onChange(event)
        }}
      />
      {canCopy(address) && !isCopied && (
        <Button variant="default" size="xs" loading={copy.isPending} onClick={() => copy.mutate(address)}>
          Copy to this server
        </Button>
      )}
      <span role="status" className={classes.fontsStatus}>
        {copy.isPending && 'Copying the fonts…'}
        {copy.isSuccess && isCopied && 'Fonts copied. Save the settings to use them.'}
      </span>
    </div>
  )
}

function canCopy(address: string): boolean {
  return URL.canParse(address) && address.startsWith('https:')
}
