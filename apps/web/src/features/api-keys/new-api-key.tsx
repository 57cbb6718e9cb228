import { type ApiKey, apiKeyMessages } from '@linkshelf/contract'
import { Button, Text, Title } from '@mantine/core'
import { IconCopy, IconKey } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { copyText } from '../../ui/browser/copy-text.ts'
import { focusHeading } from '../../ui/browser/focus.ts'
import { Card } from '../../ui/card.tsx'
import { showToast } from '../../ui/toasts/toast.tsx'
import classes from './new-api-key.module.css'

interface NewApiKeyProps {
  /** The API key from the response that created it. Only this response has the whole key in `key`. */
  apiKey: ApiKey
  onDone: () => void
}

/**
 * A new API key. It stays on the page until the user says that they have copied it, because it is never shown again.
 */
export function NewApiKey({ apiKey, onDone }: NewApiKeyProps) {
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new key is announced
  useEffect(() => focusHeading(title.current ?? undefined), [apiKey.id])

  return (
    <Card className={classes.panel}>
      <Title order={2} ref={title} className={classes.title}>
        <IconKey aria-hidden size={19} stroke={1.7} /> Copy “{apiKey.name}” now
      </Title>
      <Text size="sm" c="dimmed">
        This is the only time the key is shown. If you lose it, revoke it and create another one.
      </Text>
      <div className={classes.key}>
        <code className={classes.text}>{apiKey.key}</code>
        <Button leftSection={<IconCopy aria-hidden size={17} />} onClick={() => copyKey(apiKey)}>
          Copy key
        </Button>
      </div>
      <Button variant="default" onClick={onDone}>
        I have copied it
      </Button>
    </Card>
  )
}

async function copyKey({ key, name }: ApiKey): Promise<void> {
  const isCopied = await copyText(key)
  await (isCopied
    ? showToast({ title: apiKeyMessages.copied, message: `${name} is on your clipboard.` })
    : showToast({ title: apiKeyMessages.copyFailed, message: 'Select it, and copy it by hand.', tone: 'bad' }))
}
