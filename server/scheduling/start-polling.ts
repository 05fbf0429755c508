/** Calls `poll` again and again, each time `intervalMs` after the last one has ended. Returns how to stop that. */
export function startPolling(
  poll: () => Promise<void>,
  intervalMs: number,
  reportFailure: (error: unknown) => void,
): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    timer = setTimeout(async () => {
      await poll().catch(reportFailure);
      if (!isStopped) schedule();
    }, intervalMs).unref();
  };
  schedule();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
