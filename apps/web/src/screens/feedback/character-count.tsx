import { Text } from '@mantine/core'

interface CharacterCountProps {
  count: number
  limit: { max: number; warnAbove: number }
}

/**
 * The characters used of a field. Near the limit it warns by color and text, and announces the warning
 * once to screen readers.
 */
export function CharacterCount({ count, limit: { max, warnAbove } }: CharacterCountProps) {
  const isNearEnd = count > warnAbove
  return (
    <Text component="span" size="xs" c={isNearEnd ? 'var(--warning)' : 'dimmed'} fw={isNearEnd ? 600 : undefined}>
      {count} / {max}
      {isNearEnd && ` · ${max - count} left`}
      <span className="visually-hidden" role="status">
        {isNearEnd && (count === max ? 'No characters left' : `Fewer than ${max - warnAbove} characters left`)}
      </span>
    </Text>
  )
}
