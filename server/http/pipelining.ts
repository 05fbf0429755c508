import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The requests of one connection that are not answered yet. */
export interface PipelineState {
  /** The latest response, unless it is finished. Responses before it are finished when it is. */
  latest: ServerResponse | undefined;
  waiting: number;
  /** The end of the last request is ambiguous, so nothing that follows is a request. */
  isEnded: boolean;
}

/** No client sends so many requests ahead. 100,000 of them took half a GiB and stopped the event loop for 20 s. */
const MAX_PIPELINED_REQUESTS = 1_000;

const pipelines = new WeakMap<Socket, PipelineState>();

/**
 * Requests of one connection take effect in the order in which they were sent, so that a pipelined read sees the write
 * before it (RFC 9112, 9.3.2). HTTP/1.1 orders the responses; this orders the work.
 */
export function serializePipelined(
  request: IncomingMessage,
  response: ServerResponse,
  next: RequestListener,
): void {
  const { socket } = request;
  const pipeline = pipelineOf(socket);
  const previous = pipeline.latest;
  pipeline.latest = response;
  // A reference to the last response would promote it to V8's old generation.
  response.once('close', () => {
    if (pipeline.latest === response && request.complete) pipeline.latest = undefined;
  });
  const start = () => {
    if (!pipeline.isEnded) next(request, response);
  };
  if (previous === undefined || isFinished(previous)) start();
  else if (pipeline.waiting >= MAX_PIPELINED_REQUESTS) socket.destroy();
  else {
    pipeline.waiting += 1;
    previous.once('close', () => {
      pipeline.waiting -= 1;
      // Not after a response that closes the connection: nothing could be answered any more (RFC 9112, 9.6).
      if (socket.writable) start();
    });
  }
}

export const findPipeline = (socket: Socket): PipelineState | undefined => pipelines.get(socket);

/** Ignores everything that follows on this connection. */
export function endPipeline({ socket }: IncomingMessage): void {
  const pipeline = pipelines.get(socket);
  if (pipeline !== undefined) pipeline.isEnded = true;
}

export const isFinished = (response: ServerResponse): boolean =>
  response.writableFinished || response.destroyed;

function pipelineOf(socket: Socket): PipelineState {
  const known = pipelines.get(socket);
  if (known !== undefined) return known;
  const pipeline: PipelineState = { latest: undefined, waiting: 0, isEnded: false };
  pipelines.set(socket, pipeline);
  // A response keeps its socket alive, and with it every request that waited on it.
  socket.once('close', () => {
    pipeline.latest = undefined;
  });
  return pipeline;
}
