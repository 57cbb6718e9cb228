import { Text } from '@mantine/core'

interface CharacterCountProps {
  count: number
  limit: { max: number; warnAbove: number }
}

/** How much of a field is used. Near its end it warns by colour and by word, and says so once to those who listen. */
export function CharacterCount({ count, limit: { max, warnAbove } }: CharacterCountProps) {
  const isNearEnd = count > warnAbove
  return (
    <Text component="span" size="xs" c={isNearEnd ? 'var(--waiting)' : 'dimmed'} fw={isNearEnd ? 600 : undefined}>
      {count} / {max}
      {isNearEnd && ` · ${max - count} left`}
      <span className="visually-hidden" role="status">
        {isNearEnd && (count === max ? 'No characters left' : `Fewer than ${max - warnAbove} characters left`)}
      </span>
    </Text>
  )
}
