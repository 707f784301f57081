/** Hands the event to a named action or guard as its params. */
export const withEvent = <E, const N extends string>(
  type: N,
): { type: N; params: (args: { event: E }) => NoInfer<E> } => ({
  type,
  params: ({ event }) => event,
})
