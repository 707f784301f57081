/** A named action or guard that receives the event as its params. */
export const withEvent = <E, const N extends string>(
  type: N,
): { type: N; params: (args: { event: E }) => NoInfer<E> } => ({
  type,
  params: ({ event }) => event,
})
