/** A two-way stream of JSON values: what a transport has to be for a session to run over it. */
export interface Channel {
  send(message: unknown): void;
  /** One listener; messages that came before it was set are handed to it. */
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
  close(): void;
}
