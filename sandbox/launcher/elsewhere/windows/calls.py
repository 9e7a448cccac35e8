"""The calls themselves. Nothing here is loaded but on Windows."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_size_t, c_void_p, c_wchar_p, sizeof
from typing import Any

from launcher.elsewhere.windows import structures as w


class Api:
    """Every method raises OSError with what Windows said."""

    def __init__(self) -> None:
        load: Any = getattr(ctypes, "WinDLL")  # noqa: B009  (only there on Windows)
        self._kernel = load("kernel32", use_last_error=True)
        self._userenv = load("userenv", use_last_error=True)
        self._advapi = load("advapi32", use_last_error=True)
        for name in ("CreateJobObjectW", "CreateIoCompletionPort", "OpenProcess"):
            getattr(self._kernel, name).restype = c_void_p

    def container(self, name: str) -> tuple[c_void_p, str]:
        """The SID of an AppContainer of this name, made where it is not there, and its text."""
        sid = c_void_p()
        result = self._userenv.CreateAppContainerProfile(
            c_wchar_p(name), c_wchar_p(name), c_wchar_p("Agents' code"), None, w.DWORD(0), byref(sid)
        )
        if result & 0xFFFFFFFF == w.ALREADY_EXISTS:
            result = self._userenv.DeriveAppContainerSidFromAppContainerName(c_wchar_p(name), byref(sid))
        if result != 0:
            raise OSError(f"CreateAppContainerProfile: {result & 0xFFFFFFFF:#x}")
        text = c_wchar_p()
        self._true(self._advapi.ConvertSidToStringSidW(sid, byref(text)), "ConvertSidToStringSidW")
        return sid, str(text.value)

    def job(self, limits: w.JOBOBJECT_EXTENDED_LIMIT_INFORMATION) -> tuple[c_void_p, c_void_p]:
        """(job, completion port)."""
        job = c_void_p(self._kernel.CreateJobObjectW(None, None))
        self._true(job.value, "CreateJobObjectW")
        self._set(job, w.EXTENDED_LIMIT, limits)
        self._set(job, w.BASIC_UI_RESTRICTIONS, w.DWORD(w.ALL_UI_RESTRICTIONS))
        port = c_void_p(self._kernel.CreateIoCompletionPort(c_void_p(-1), None, c_size_t(0), w.DWORD(1)))
        self._true(port.value, "CreateIoCompletionPort")
        self._set(job, w.ASSOCIATE_COMPLETION_PORT, w.JOBOBJECT_ASSOCIATE_COMPLETION_PORT(job, port))
        return job, port

    def start(
        self, line: str, environment: str, folder: str, sid: c_void_p, job: c_void_p, handles: tuple[int, int, int]
    ) -> w.PROCESS_INFORMATION:
        """Suspended, put into the job, then resumed: no instruction of it runs outside the job."""
        kept: list[Any] = []
        attributes = self._attributes(sid, handles, kept)
        startup = w.STARTUPINFOEXW()
        startup.StartupInfo.cb = sizeof(w.STARTUPINFOEXW)
        startup.StartupInfo.dwFlags = w.STARTF_USESTDHANDLES
        startup.StartupInfo.hStdInput, startup.StartupInfo.hStdOutput, startup.StartupInfo.hStdError = handles
        startup.lpAttributeList = ctypes.cast(attributes, c_void_p)
        process = w.PROCESS_INFORMATION()
        flags = w.CREATE_SUSPENDED | w.CREATE_UNICODE_ENVIRONMENT | w.EXTENDED_STARTUPINFO_PRESENT | w.CREATE_NO_WINDOW
        made = self._kernel.CreateProcessW(
            None,
            ctypes.create_unicode_buffer(line),
            None,
            None,
            w.BOOL(1),
            w.DWORD(flags),
            ctypes.create_unicode_buffer(environment, len(environment)),
            c_wchar_p(folder),
            byref(startup),
            byref(process),
        )
        self._true(made, "CreateProcessW")
        try:
            self._true(self._kernel.AssignProcessToJobObject(job, c_void_p(process.hProcess)), "AssignProcessToJobObject")
        except OSError:
            self._kernel.TerminateProcess(c_void_p(process.hProcess), 1)
            raise
        self._kernel.ResumeThread(c_void_p(process.hThread))
        self._kernel.DeleteProcThreadAttributeList(attributes)
        return process

    def _attributes(self, sid: c_void_p, handles: tuple[int, int, int], kept: list[Any]) -> Any:
        size = c_size_t()
        self._kernel.InitializeProcThreadAttributeList(None, w.DWORD(3), w.DWORD(0), byref(size))
        attributes = ctypes.create_string_buffer(size.value)
        self._true(
            self._kernel.InitializeProcThreadAttributeList(attributes, w.DWORD(3), w.DWORD(0), byref(size)),
            "InitializeProcThreadAttributeList",
        )
        values = {
            w.ATTRIBUTE_SECURITY_CAPABILITIES: w.SECURITY_CAPABILITIES(sid, None, 0, 0),
            w.ATTRIBUTE_HANDLE_LIST: (c_void_p * len(handles))(*handles),
            w.ATTRIBUTE_CHILD_PROCESS_POLICY: w.DWORD(w.CHILD_PROCESS_RESTRICTED),
        }
        for attribute, value in values.items():
            kept.append(value)
            self._true(
                self._kernel.UpdateProcThreadAttribute(
                    attributes, w.DWORD(0), c_size_t(attribute), byref(value), c_size_t(sizeof(value)), None, None
                ),
                "UpdateProcThreadAttribute",
            )
        return attributes

    def messages(self, port: c_void_p) -> list[int]:
        """What the job has told since the last time."""
        found = []
        message, key, overlapped = w.DWORD(), c_size_t(), c_void_p()
        while self._kernel.GetQueuedCompletionStatus(port, byref(message), byref(key), byref(overlapped), w.DWORD(0)):
            found.append(int(message.value))
        return found

    def accounting(self, job: c_void_p) -> tuple[int, int, float]:
        """(peak of committed memory in bytes, the limit that is in force, CPU seconds)."""
        limits = w.JOBOBJECT_EXTENDED_LIMIT_INFORMATION()
        times = w.JOBOBJECT_BASIC_ACCOUNTING_INFORMATION()
        for kind, value in ((w.EXTENDED_LIMIT, limits), (w.BASIC_ACCOUNTING, times)):
            got = self._kernel.QueryInformationJobObject(job, w.DWORD(kind), byref(value), w.DWORD(sizeof(value)), None)
            self._true(got, "QueryInformationJobObject")
        return int(limits.PeakJobMemoryUsed), int(limits.JobMemoryLimit), w.cpu_seconds(times)

    def exit_code(self, process: int) -> int | None:
        """None while it runs."""
        if self._kernel.WaitForSingleObject(c_void_p(process), w.DWORD(0)) == w.WAIT_TIMEOUT:
            return None
        code = w.DWORD()
        self._true(self._kernel.GetExitCodeProcess(c_void_p(process), byref(code)), "GetExitCodeProcess")
        return int(code.value)

    def end(self, job: c_void_p, process: int) -> None:
        self._kernel.TerminateJobObject(job, w.DWORD(1))
        self._kernel.WaitForSingleObject(c_void_p(process), w.DWORD(5_000))

    def inheritable(self, handle: int) -> None:
        self._true(
            self._kernel.SetHandleInformation(c_void_p(handle), w.DWORD(w.HANDLE_FLAG_INHERIT), w.DWORD(w.HANDLE_FLAG_INHERIT)),
            "SetHandleInformation",
        )

    def close(self, *handles: Any) -> None:
        for handle in handles:
            self._kernel.CloseHandle(c_void_p(handle) if isinstance(handle, int) else handle)

    def _set(self, job: c_void_p, kind: int, value: Any) -> None:
        done = self._kernel.SetInformationJobObject(job, w.DWORD(kind), byref(value), w.DWORD(sizeof(value)))
        self._true(done, "SetInformationJobObject")

    def _true(self, result: Any, what: str) -> None:
        if not result:
            code = getattr(ctypes, "get_last_error")()  # noqa: B009
            raise OSError(f"{what}: Windows error {code}")
